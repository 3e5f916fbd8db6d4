// The public page of a tournament, live. Without this module the page reads as well, it only stands still.
import { Board } from "./board.js";

new Board().start();
