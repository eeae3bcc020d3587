import { type AlertSettings, DEFAULT_SOUND } from "../../state/market/alerts.ts";
import type { ToastDraft } from "./toast-store.ts";

/** An alert of the user's own making, as his settings have it sound and go. */
export function alertToast(message: string, settings: AlertSettings): ToastDraft {
  const { autoClose, duration, soundEnabled, sound } = settings;
  const own = sound === DEFAULT_SOUND || sound === "" ? {} : { sound };
  return { message, autoClose, duration, soundEnabled, ...own };
}
