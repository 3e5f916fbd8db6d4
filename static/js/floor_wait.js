// A tablet left on the page of a tournament that does not run: its tables are here once it does.

import { Live, socketAddress } from "./live.js";

const place = /** @type {HTMLElement|null} */ (document.querySelector("[data-waits]"));
if (place) {
  const shown = place.dataset.state;
  let turning = false;
  new Live({
    url: socketAddress(location),
    topics: {
      [place.dataset.waits ?? ""]: (payload) => {
        if (turning || !payload?.state || payload.state === shown) return;
        turning = true;
        // the tablets of a room do not ask all at once
        setTimeout(() => location.reload(), Math.random() * 2000);
      },
    },
  }).start();
}
