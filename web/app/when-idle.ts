/** By then the first figures have come, or there are none; what is done earlier makes them later. */
const AFTER_MS = 1500;
/** A page that is busy all the time gets its rest, too. */
const AT_LATEST_MS = 3000;

/** Does what the first figures do not need: once, after them, when the main thread has nothing better to do. */
export function whenIdle(task: () => void): void {
  setTimeout(() => {
    // Not every browser of our users has idle callbacks.
    if (typeof requestIdleCallback === "function") requestIdleCallback(task, { timeout: AT_LATEST_MS });
    else task();
  }, AFTER_MS);
}
