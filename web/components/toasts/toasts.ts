import { playSound } from "./sound.ts";
import { createToastStore } from "./toast-store.ts";

/** The page's toasts: `toasts.show({ message, type })` from anywhere; `ToastArea` shows them. */
export const toasts = createToastStore({
  after: (milliseconds, callback, untilSeen) => {
    let timer = setTimeout(callback, milliseconds);
    const cancel = (): void => clearTimeout(timer);
    if (!untilSeen) return cancel;
    const whileSeen = (): void => {
      cancel();
      if (!document.hidden) timer = setTimeout(callback, milliseconds);
    };
    whileSeen();
    document.addEventListener("visibilitychange", whileSeen);
    return () => {
      cancel();
      document.removeEventListener("visibilitychange", whileSeen);
    };
  },
  play: (sound) => void playSound(sound),
});
