import { useEffect } from "react";
import { OUTDATED } from "../../components/lazy-part.ts";
import { toasts } from "../../components/toasts/toasts.ts";

/** Says that a part cannot be had any more, and lets the user choose when to load the page again. */
export function useOutdated(): void {
  useEffect(() => {
    let told = 0;
    const tell = (event: Event): void => {
      event.preventDefault();
      toasts.close(told); // one at a time
      const message = "A newer version is out: reload to use this.";
      const action = { label: "Reload", run: () => location.reload() };
      told = toasts.show({ message, type: "warning", autoClose: false, action });
    };
    addEventListener(OUTDATED, tell);
    return () => removeEventListener(OUTDATED, tell);
  }, []);
}
