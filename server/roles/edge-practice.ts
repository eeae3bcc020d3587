/** The practice broker's line from an edge to the feed that matches its orders: one question, one reply, and order changes. */
import type { Bus } from "../platform/bus/bus.ts";
import { OutboundError } from "../platform/outbound.ts";
import {
  PRACTICE_CHANNEL,
  type PracticeAnswer,
  type PracticeNews,
  type PracticeQuestion,
  unpackMessage,
} from "./bus-messages.ts";
import type { FeedAsker } from "./feed-asker.ts";
import type { LeaderWatch } from "./leader-watch.ts";

/** A reply that is later is nobody's: the order is looked for in the book then. */
const PATIENCE_MS = 7000;

export class EdgePractice {
  readonly #bus: Bus;
  readonly #asker: FeedAsker;
  readonly #watch: LeaderWatch;
  #heard: (accountId: string, change: string) => void = () => undefined;
  #missed: () => void = () => undefined;

  constructor(bus: Bus, asker: FeedAsker, watch: LeaderWatch) {
    this.#bus = bus;
    this.#asker = asker;
    this.#watch = watch;
  }

  /** @returns what ends it. */
  async start(): Promise<() => void> {
    const stops = [
      await this.#bus.subscribe(PRACTICE_CHANNEL, (bytes) => {
        const news = unpackMessage<PracticeNews>(bytes);
        if (news?.accountId !== undefined) this.#heard(news.accountId, news.change);
      }),
      this.#bus.onRestored(() => this.#missed()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  listen(heard: (accountId: string, change: string) => void, missed: () => void): void {
    this.#heard = heard;
    this.#missed = missed;
  }

  /** @throws OutboundError, unsent where no feed can have heard it, or the feed has no practice broker. */
  ask(request: PracticeQuestion["request"]): Promise<PracticeAnswer> {
    const { beat, isSilent } = this.#watch;
    if (beat === undefined || isSilent || this.#bus.fault !== undefined) {
      return Promise.reject(new OutboundError("the practice broker cannot be reached", { isUnsent: true }));
    }
    // Only the leader of this term does it: an order that two feeds heard would be two orders.
    const question = { what: "practice", term: beat.term, request } as const;
    return new Promise((resolve, reject) => {
      this.#asker.ask(
        question,
        (reply) => {
          const answer = reply?.answer as PracticeAnswer | null | undefined;
          if (answer) resolve(answer);
          else if (reply) reject(new OutboundError("there is no practice broker at the feed", { isUnsent: true }));
          else reject(new OutboundError("the practice broker did not answer"));
        },
        { patienceMs: PATIENCE_MS },
      );
    });
  }
}
