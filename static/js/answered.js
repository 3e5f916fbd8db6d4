// A page that came as the answer to a form (a refusal, a proposal to look at) is asked for anew when one comes back to it:
// such answers are kept nowhere, and the browser would show its own error in their place. data-page: where the address only takes forms.
history.replaceState(history.state, "", document.currentScript?.dataset.page || location.href);
