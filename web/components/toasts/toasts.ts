import { createToastStore } from "./toast-store.ts";

const defaultSound = new URL("./default-sound.wav", import.meta.url).href;

/** The page's toasts: `toasts.show({ message, type })` from anywhere; `ToastArea` shows them. */
export const toasts = createToastStore({
  after: (milliseconds, callback) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Nobody reads it in a hidden tab: its time begins when the tab is looked at.
    const begin = (): void => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(callback, milliseconds);
    };
    begin();
    document.addEventListener("visibilitychange", begin);
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
