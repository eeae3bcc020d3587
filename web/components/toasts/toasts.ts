import { createToastStore } from "./toast-store.ts";

const defaultSound = new URL("./default-sound.wav", import.meta.url).href;

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
  play: (sound) => {
    // Browsers refuse sound before the first click on the page; the message is on the screen all the same.
    void new Audio(sound ?? defaultSound).play().catch(() => undefined);
  },
});
