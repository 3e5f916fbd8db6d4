// The clock in the room.
import { Board } from "./board.js";

const board = new Board();
board.start();
// Payouts are paged, never scrolled: everybody can read a page to its end.
setInterval(() => {
  board.page += 1;
  board.paintPrizes();
}, 10_000);
