/** Ctrl+K before the tools of the top bar have come: the palette opens with them. Some browsers have a use of their own for it. */
let isPressed: boolean;

/** A ref of what the tools will stand in. */
export function hearEarlyKey(): () => void {
  isPressed = false;
  window.onkeydown = (event) => {
    if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    isPressed = true;
  };
  return endEarlyKey;
}

/** The tools are there, or will not come. @returns whether it was pressed */
export function endEarlyKey(): boolean {
  window.onkeydown = null;
  return isPressed;
}
