/** Loads again what could not be loaded: every half second at first (the platform's poll interval), then after longer waits. */
const POLL_MS = 500;
/** Longer outages are spared the polls of every board. */
const POLLS = 10;
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
  let tries = 0;
  return {
    later() {
      clearTimeout(timer);
      tries++;
      timer = setTimeout(load, Math.min(POLL_MS * 2 ** Math.max(0, tries - POLLS), MOST_MS));
    },
    done() {
      tries = 0;
    },
    stop: () => clearTimeout(timer),
  };
}
