/** Acknowledgements of rooms whose frames came together go together: the server reads one packet, not one a room. */

/** The frames of one turn of the server arrive within this, mostly in one piece. */
const BATCH_MS = 20;
/** A packet with more is none of those that the server reads quickly. */
const MAX_ROOMS = 7;

export interface AckBatch {
  add(room: string, sequence: number): void;
  stop(): void;
}

/** @param send is given rooms and numbers in turn: [room, sequence, room, sequence] */
export function createAckBatch(send: (pairs: readonly (string | number)[]) => unknown): AckBatch {
  const waiting = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const pairs = [...waiting].flat();
    waiting.clear();
    if (pairs.length > 0) send(pairs);
  }

  return {
    add(room, sequence) {
      waiting.set(room, sequence);
      if (waiting.size >= MAX_ROOMS) flush();
      else timer ??= setTimeout(flush, BATCH_MS);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
