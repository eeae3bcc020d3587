/**
 * A turn of the event loop, as lines know it: what is written within one leaves at its end, one message a connection.
 * Turns have numbers, which readers of ticks acknowledge.
 */

import { frameOf } from "./web-socket-frame.ts";

/** A line with something to send at the end of this turn. */
export interface Waiting {
  flush(): void;
}

/** The packets of one message. Lines with the same packets in the same order share one batch, and so its bytes. */
export class Batch {
  readonly bytes: number;
  readonly #before: Batch | undefined;
  readonly #packet: Buffer;
  /** What came last: most lines of a room have the same packets. */
  #last: Batch | undefined;
  #next: Map<Buffer, Batch> | undefined;
  #frame: Buffer | undefined;

  constructor(packet: Buffer, before?: Batch) {
    this.#packet = packet;
    this.#before = before;
    this.bytes = packet.length + (before?.bytes ?? 0);
  }

  /** The batch that has `packet` after the packets of this one. */
  followedBy(packet: Buffer): Batch {
    if (this.#last !== undefined && this.#last.#packet === packet) return this.#last;
    this.#next ??= new Map();
    let next = this.#next.get(packet);
    if (next === undefined) {
      next = new Batch(packet, this);
      this.#next.set(packet, next);
    }
    this.#last = next;
    return next;
  }

  /** One message of the packets one after another: msgpack says where each of them ends. */
  get frame(): Buffer {
    this.#frame ??= frameOf(this.#packets(), true);
    return this.#frame;
  }

  #packets(): Buffer[] {
    const packets: Buffer[] = [];
    for (let batch: Batch | undefined = this; batch !== undefined; batch = batch.#before) packets.push(batch.#packet);
    return packets.reverse();
  }
}

const NOTHING = Buffer.alloc(0);
let number = 1;
let waiting: Waiting[] = [];
/** Those of them that are to answer. */
let asked: Waiting[] = [];
/** What the batches of the turn that had some last begin with. */
let root = new Batch(NOTHING);
let isOver = true;

/** The number of this turn. */
export const currentTurn = (): number => number;

/** The batch of a line whose first packet of this turn is `packet`; the line is flushed when the turn ends. */
export function firstOf(line: Waiting, packet: Buffer): Batch {
  if (isOver) {
    root = new Batch(NOTHING);
    isOver = false;
    process.nextTick(endTurn);
  }
  waiting.push(line);
  return root.followedBy(packet);
}

/** A line that waits goes before others, since its reader answers: the answer comes while those are written. */
export const flushEarly = (line: Waiting): void => void asked.push(line);

function endTurn(): void {
  const early = asked;
  const lines = waiting;
  asked = [];
  waiting = [];
  // The batches stay until the next turn has some: without a single one left, V8 would drop what it compiled for them.
  isOver = true;
  number++;
  for (const line of early) line.flush();
  for (const line of lines) line.flush();
}
