/** Loads again what could not be loaded: after half a second (the platform's poll interval) at first, then ever later. */
const FIRST_MS = 500;
const MOST_MS = 8000;

export interface Retry {
  /** It failed: it is loaded again in time. */
  later(): void;
  /** It is loaded: should it fail again, it is tried as soon as at first. */
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
