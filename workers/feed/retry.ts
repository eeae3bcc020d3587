/** Loads again what could not be loaded, first after half a second (the platform's poll interval), then after longer waits. */
const FIRST_MS = 500;
const MOST_MS = 8000;

export interface Retry {
  /** The load failed: it is tried again after the next wait. */
  later(): void;
  /** The load succeeded: after another failure the waits begin again with the shortest. */
  done(): void;
  stop(): void;
}

export function createRetry(load: () => void): Retry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ms = FIRST_MS;
  return {
    later() {
      clearTimeout(timer);
      timer = setTimeout(load, ms);
      ms = Math.min(ms * 2, MOST_MS);
    },
    done() {
      ms = FIRST_MS;
    },
    stop: () => clearTimeout(timer),
  };
}
