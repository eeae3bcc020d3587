/** How the user hears of an alert: in every tab of his, because the one that watches may be hidden behind the others. */
import { type AlertSettings, DEFAULT_SOUND } from "../../state/market/alerts.ts";
import type { ToastDraft } from "./toast-store.ts";
import { toasts } from "./toasts.ts";

const tabs = new BroadcastChannel("alerts");
tabs.onmessage = ({ data }: MessageEvent<ToastDraft>) => void toasts.show(data);

/** An alert of the user's own making, as his settings have it sound and go; in a hidden tab it waits for him. */
export function alertToast(message: string, settings: AlertSettings): ToastDraft {
  const { autoClose, duration, soundEnabled, sound } = settings;
  const own = sound === DEFAULT_SOUND || sound === "" ? {} : { sound };
  return { message, autoClose, duration, soundEnabled, untilSeen: true, ...own };
}

/**
 * Shows it in every tab of the board; it sounds in this one, or in another one alone where the browser refuses it here.
 * @param title of the system's notification while this tab is hidden; absent: none is wanted
 */
export function tellAlert(message: string, settings: AlertSettings, title?: string): void {
  const toast = alertToast(message, settings);
  toasts.show(toast);
  // Without locks every tab watches, and tells it itself.
  if (navigator.locks !== undefined) tabs.postMessage({ ...toast, soundEnabled: false });
  if (title !== undefined && document.hidden && "Notification" in window && Notification.permission === "granted")
    notify(title, message);
}

function notify(title: string, body: string): void {
  try {
    new Notification(title, { body });
  } catch {
    // Android lets a service worker alone show one; a page that tries throws.
    navigator.serviceWorker
      ?.getRegistration()
      .then((worker) => worker?.showNotification(title, { body }))
      .catch((error: unknown) => console.warn("notification:", error));
  }
}
