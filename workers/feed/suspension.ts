/**
 * Notices that the machine slept, because a timer that should fire every two seconds comes far too late. A socket that was
 * open before may look alive for minutes, so the listener connects again. The wall clock is read, because the monotonic
 * clock stops during sleep on some systems. If somebody sets the clock forward, this costs one needless reconnection.
 */
const BEAT_MS = 2000;
const MISSED_BEATS = 5;

/** @returns what stops the watch. */
export function watchSuspension(wallNow: () => number, suspended: () => void): () => void {
  let last = wallNow();
  const timer = setInterval(() => {
    const gap = wallNow() - last;
    last = wallNow();
    if (gap > BEAT_MS * MISSED_BEATS) suspended();
  }, BEAT_MS);
  return () => clearInterval(timer);
}
