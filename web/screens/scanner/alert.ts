/** The alert of a scan: a toast, and a notification where the tab is hidden, for contracts that are new in it. */
import { alertToast } from "../../components/toasts/alert.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import type { AlertSettings } from "../../state/market/alerts.ts";

/** Tells the user. The toast of a hidden tab is not seen. */
export function tell(text: string, settings: AlertSettings): void {
  toasts.show(alertToast(text, settings));
  if (document.hidden && "Notification" in window && Notification.permission === "granted")
    new Notification("Scanner", { body: text });
}

/** Of several tabs with this scan armed one tells. @returns whether it is this one, and the end of it. */
export function takeTurn(name: string): { readonly isMine: () => boolean; end(): void } {
  if (navigator.locks === undefined) return { isMine: () => true, end: () => undefined };
  const ending = new AbortController();
  let isMine = false;
  const held = navigator.locks.request(`scan ${name}`, { signal: ending.signal }, () => {
    isMine = true;
    return new Promise<void>((free) => ending.signal.addEventListener("abort", () => free()));
  });
  held.catch(() => undefined); // ended while it waited
  return { isMine: () => isMine, end: () => ending.abort() };
}
