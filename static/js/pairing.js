// A display waits until somebody types its code.
import { follow } from "./placed.js";

follow();
