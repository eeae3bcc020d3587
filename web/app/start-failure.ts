/** What stands on the page when the app itself could not be loaded: the components are not there to say it. */
export function showStartFailure(why: unknown): void {
  console.error("start:", why);
  const message = document.createElement("p");
  message.textContent = "Something went wrong!";
  message.setAttribute("role", "alert");
  const reload = document.createElement("button");
  reload.type = "button";
  reload.textContent = "Reload";
  reload.style.textDecoration = "underline";
  reload.addEventListener("click", () => location.reload());
  const root = document.getElementById("root");
  if (!root) return;
  root.style.padding = "20px";
  root.replaceChildren(message, reload);
}
