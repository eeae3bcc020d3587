import type { MouseEvent } from "react";

/** Whether a click on a link is the page's; all others (new tab, new window, download) are the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}
