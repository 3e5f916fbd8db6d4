// The address remembers which form was sent: whoever comes back to it is led to what it made, and makes no second one.

document.addEventListener("submit", ({ target }) => {
  const id = target instanceof HTMLFormElement && target.hasAttribute("data-made-once") ? target.elements.namedItem("command_id") : null;
  if (!(id instanceof HTMLInputElement)) return;
  const here = new URL(location.href);
  here.searchParams.set("form", id.value);
  history.replaceState(history.state, "", here);
}, true);
