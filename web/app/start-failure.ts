/** What stands on the page when the app itself could not be loaded: the components are not there to say it. */
export function showStartFailure(why: unknown): void {
  console.error("start:", why);
  const root = document.getElementById("root");
  if (!root) return;
  root.style.padding = "20px";
  root.innerHTML = '<p role="alert">Something went wrong!</p><button type="button"><u>Reload</u></button>';
  root.lastElementChild?.addEventListener("click", () => location.reload());
}
