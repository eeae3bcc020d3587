import { useEffect, useState } from "react";

/** Whether this tab is the one, of all that are open, that does what is named. Where the browser has no locks every tab is. */
export function useTabLock(name: string): boolean {
  const [isHolder, hold] = useState(navigator.locks === undefined);
  useEffect(() => {
    if (navigator.locks === undefined) return undefined;
    const ending = new AbortController();
    let release = (): void => undefined;
    const held = navigator.locks.request(name, { signal: ending.signal }, () => {
      hold(true);
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    held.catch(() => undefined); // it was still waiting when the board was left
    return () => {
      ending.abort();
      release();
    };
  }, [name]);
  return isHolder;
}
