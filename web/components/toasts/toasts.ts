import { playSound } from "./sound.ts";
import { createToastStore } from "./toast-store.ts";

/** The page's toasts: `toasts.show({ message, type })` from anywhere; `ToastArea` shows them. */
export const toasts = createToastStore({
  after: (milliseconds, callback, untilSeen) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      clearTimeout(timer);
      if (!untilSeen || !document.hidden) timer = setTimeout(callback, milliseconds);
    };
    begin();
    if (untilSeen) document.addEventListener("visibilitychange", begin);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", begin);
    };
  },
  play: (sound) => void playSound(sound),
});
