/**
 * The pings of a path's connections by one timer for all of them. engine.io keeps a timer and its closures for each; what
 * a ping is, and how long its answer may take, stays engine.io's.
 */
import type { WallClock } from "../platform/clocks.ts";
import { type Connection, propertyOf } from "./engine-internals.ts";

const TURN_MS = 1000;
/** Turns after which a ping is answered, mostly. */
const ANSWERED = 2;

/** What engine.io's timer does. */
interface Pinged {
  hasRefreshedPingTimeout: boolean;
  pingIntervalTimer: unknown;
  sendPacket(type: "ping"): void;
  resetPingTimeout(): void;
}

export class Heartbeats {
  readonly #clock: WallClock;
  readonly #rests: (connection: Connection) => void;
  /** Connections by the turn that is theirs. */
  readonly #turns: Set<Connection>[];
  #turn = 0;
  #count = 0;
  #cancel: (() => void) | undefined;

  /**
   * @param intervalMs from one ping of a connection to its next
   * @param rests told of each connection when it has come, or has been pinged, and has nothing to say any more
   */
  constructor(intervalMs: number, clock: WallClock, rests: (connection: Connection) => void) {
    this.#rests = rests;
    this.#clock = clock;
    this.#turns = Array.from({ length: Math.max(1, Math.round(intervalMs / TURN_MS)) }, () => new Set());
  }

  /** Takes the connection's pings over, the first an interval from now. False where engine.io's are not as known. */
  add(connection: Connection): boolean {
    const timer = propertyOf(connection, "pingIntervalTimer");
    const methods = [propertyOf(connection, "sendPacket"), propertyOf(connection, "resetPingTimeout")];
    if (typeof timer !== "object" || timer === null || methods.some((each) => typeof each !== "function")) return false;
    clearTimeout(timer as NodeJS.Timeout);
    (connection as unknown as Pinged).pingIntervalTimer = null;
    this.#turns[this.#turn]?.add(connection);
    this.#count++;
    this.#cancel ??= this.#clock.after(TURN_MS, () => this.#next());
    return true;
  }

  remove(connection: Connection): void {
    for (const turn of this.#turns) if (turn.delete(connection)) this.#count--;
    if (this.#count > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #next(): void {
    this.#cancel = this.#clock.after(TURN_MS, () => this.#next());
    this.#turn = (this.#turn + 1) % this.#turns.length;
    for (const connection of this.#turns[this.#turn] ?? []) {
      const pinged = connection as unknown as Pinged;
      pinged.hasRefreshedPingTimeout = false;
      pinged.sendPacket("ping");
      pinged.resetPingTimeout();
    }
    const count = this.#turns.length;
    for (const connection of this.#turns[(this.#turn + count - (ANSWERED % count)) % count] ?? []) {
      this.#rests(connection);
    }
  }
}
