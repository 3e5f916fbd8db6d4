// A display waits until somebody types its code.
import { workOffline } from "./kept.js";
import { follow } from "./placed.js";

follow();
workOffline();
