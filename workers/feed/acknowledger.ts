/**
 * Tells the server how far a reader is, so that it knows one that has fallen behind. Every few frames (fewer than it
 * lets go unanswered), and soon after the last one: a room that falls silent is not to look like a reader that died.
 */
const ACK_FRAMES = 4;
const ACK_MS = 2000;

export interface Acknowledger {
  /** A frame came. */
  count(): void;
  stop(): void;
}

export function createAcknowledger(acknowledge: () => void): Acknowledger {
  let frames = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    frames = 0;
  }

  function tell(): void {
    stop();
    acknowledge();
  }

  return {
    count() {
      if (++frames >= ACK_FRAMES) tell();
      else timer ??= setTimeout(tell, ACK_MS);
    },
    stop,
  };
}
