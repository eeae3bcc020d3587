/**
 * What a broker allows each user in any minute, over all calls: whoever asks too often is shut out for the day. Reads stop first,
 * so that orders and cancellations still go.
 */
import type { WallClock } from "../platform/clocks.ts";

const MINUTE_MS = 60_000;
/** Of the calls of a minute, those that only writes may take: a fifth. */
const FOR_WRITES = 0.2;

export class CallBudget {
  readonly #clock: Pick<WallClock, "now">;
  readonly #perMinute: number;
  /** When each user's calls of the last minute began. */
  readonly #calls = new Map<string, number[]>();

  constructor(clock: Pick<WallClock, "now">, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** @returns whether the call may go; then it is counted. */
  take(userId: string, isWrite: boolean): boolean {
    const now = this.#clock.now();
    const recent = (this.#calls.get(userId) ?? []).filter((at) => at > now - MINUTE_MS);
    const most = isWrite ? this.#perMinute : Math.floor(this.#perMinute * (1 - FOR_WRITES));
    const mayGo = recent.length < most;
    if (mayGo) recent.push(now);
    this.#calls.set(userId, recent);
    return mayGo;
  }
}
