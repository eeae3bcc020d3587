/**
 * Tells the server how far a connection has read its rooms, so that the server notices a reader that falls behind. The
 * server allows two unanswered frames a room. Therefore each second frame is answered, in one packet with what other rooms
 * have by then. The last frames are answered, too: otherwise a room that falls silent would look like a dead reader.
 */

const DUE_FRAMES = 2;
/** The frames of one turn of the server arrive within this, mostly in one piece. */
const DUE_MS = 20;
const LAST_MS = 1000;
/** A packet with more is none of those that the server reads quickly. */
const MAX_ROOMS = 7;

export interface Acknowledger {
  /** A frame of the room was applied, or could not be used. `sequence` is where the room is now. */
  applied(room: string, sequence: number): void;
  /** The room was left: there is nothing to tell of it. */
  forget(room: string): void;
  stop(): void;
}

interface Unanswered {
  sequence: number;
  frames: number;
}

/** @param send is given rooms and numbers in turn: [room, sequence, room, sequence] */
export function createAcknowledger(send: (pairs: readonly (string | number)[]) => unknown): Acknowledger {
  const rooms = new Map<string, Unanswered>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
    rooms.clear();
  }

  function tell(): void {
    const pairs = Array.from(rooms, ([room, { sequence }]) => [room, sequence] as const);
    stop();
    for (let i = 0; i < pairs.length; i += MAX_ROOMS) send(pairs.slice(i, i + MAX_ROOMS).flat());
  }

  return {
    applied(room, sequence) {
      let unanswered = rooms.get(room);
      if (unanswered === undefined) {
        unanswered = { sequence, frames: 0 };
        rooms.set(room, unanswered);
      }
      unanswered.sequence = sequence;
      unanswered.frames++;
      if (unanswered.frames >= DUE_FRAMES && !isDue) {
        clearTimeout(timer);
        timer = setTimeout(tell, DUE_MS);
        isDue = true;
      } else timer ??= setTimeout(tell, LAST_MS);
    },
    forget: (room) => void rooms.delete(room),
    stop,
  };
}
