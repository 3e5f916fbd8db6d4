// A tablet left on the page of a tournament that does not run, or of those where one works: the tables are here once it does. A list of tables that
// was opened before the start knows it, too.

import { Live, socketAddress } from "./live.js";

/** @type {Record<string, (payload: any) => void>} */
const topics = {};
let turning = false;
for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-waits]"))) {
  const shown = place.dataset.state;
  topics[place.dataset.waits ?? ""] = (payload) => {
    if (turning || !payload?.state || payload.state === shown) return;
    turning = true;
    // the tablets of a room do not ask all at once
    setTimeout(() => location.reload(), Math.random() * 2000);
  };
}
if (Object.keys(topics).length) new Live({ url: socketAddress(location), topics }).start();
