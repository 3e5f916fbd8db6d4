// A paired display goes where it is sent: it asks often, and at once when it wakes or its line is back.

const EVERY_MS = 4000;
const GIVE_UP_MS = 8000;

let asking = false;

async function ask() {
  const { whereUrl, shows, sound } = document.body.dataset;
  if (asking || !whereUrl) return;
  asking = true;
  try {
    const answer = await fetch(whereUrl, { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP_MS) });
    const sent = answer.ok ? await answer.json() : null;
    if (!sent) return;
    // how loud it is, and whether it speaks, changes nothing on the page: whoever sounds reads it there
    document.body.dataset.volume = String(sent.volume);
    document.body.dataset.voice = String(sent.voice);
    if (sent.shows !== shows || (sound !== undefined && String(sent.sound) !== sound)) location.reload();
  } catch {
    // no line: what is shown stays, the next question will come through
  } finally {
    asking = false;
  }
}

/** From now on this page asks what it should show. */
export function follow() {
  if (!document.body.dataset.whereUrl) return;
  setInterval(ask, EVERY_MS);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  for (const back of ["online", "pageshow"]) addEventListener(back, ask);
}
