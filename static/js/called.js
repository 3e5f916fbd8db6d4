// Tables that are played online wait for their player, who looks at another page, or keep a seat: calls.js draws it, and comes when one does.
import { Live, ServerTime, socketAddress, lineOfPage } from "./live.js";

const where = /** @type {HTMLElement} */ (document.querySelector("[data-called]"));
const keeper = new ServerTime(() => performance.now());
/** @type {typeof import("./calls.js")|null} */
let calls = null;

/** @param {any} payload */
async function hear(payload) {
  if (calls || payload.tables.length || !where.hidden) (calls ??= await import("./calls.js")).hear(payload, keeper);
}

// a page in a frame is one of several tables, whose page calls
const topic = where.dataset.called;
if (topic && top === self) {
  const line = lineOfPage();
  if (!line) {
    const own = new Live({ url: socketAddress(location), topics: { [topic]: hear }, onNow: (now, asked) => keeper.hear(now, asked) });
    own.start();
    // it slept: what called before calls perhaps no more
    document.addEventListener("visibilitychange", () => { if (!document.hidden) own.wake(); });
    addEventListener("offline", () => own.drop());
  } else if (!(topic in line.topics)) {
    const { onNow } = line;
    line.onNow = (now, asked) => { onNow(now, asked); keeper.hear(now, asked); };
    line.follow({ ...line.topics, [topic]: hear });
  }
}
