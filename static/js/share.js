// A picture that is handed to another app of the same device. Where a browser hands none on (http, a desk), the link saves it.
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-share]") : null;
  if (!(link instanceof HTMLAnchorElement) || !navigator.canShare) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], link.download, { type: "image/png" });
    await navigator.share({ files: [file], text: link.dataset.share });
  } catch (no) {
    // who closes the list of apps wants nothing; what went wrong otherwise leaves the picture itself
    if (!(no instanceof DOMException && no.name === "AbortError")) location.assign(link.href);
  }
});
