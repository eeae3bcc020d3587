/** Questions of an edge to whichever feed leads: one reply each, or none in time. */
import type { Bus } from "../platform/bus/bus.ts";
import type { WallClock } from "../platform/clocks.ts";
import { ASK_CHANNEL, packMessage, type Question, type Reply, replyChannel, unpackMessage } from "./bus-messages.ts";

const PATIENCE_MS = 2000;

export interface Asking {
  /** Ms; two seconds unless told. */
  readonly patienceMs?: number;
  /** Called every two seconds while no reply is here: who can do without one may stop waiting. */
  readonly slow?: () => void;
}

export class FeedAsker {
  readonly #bus: Bus;
  readonly #clock: WallClock;
  readonly #edge: string;
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  #ids = 0;
  #stop: (() => void) | undefined;

  /** @param edge names this process: nobody else's. */
  constructor(bus: Bus, clock: WallClock, edge: string) {
    this.#bus = bus;
    this.#clock = clock;
    this.#edge = edge;
  }

  async start(): Promise<void> {
    this.#stop = await this.#bus.subscribe(replyChannel(this.#edge), (bytes) => {
      const reply = unpackMessage<Reply>(bytes);
      if (reply !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  /**
   * `heard` is called in the turn in which the reply arrives, before any later message is; with undefined when no feed
   * answered in time.
   */
  ask(
    question: Question,
    heard: (reply: Reply | undefined) => void,
    { patienceMs = PATIENCE_MS, slow }: Asking = {},
  ): void {
    const id = ++this.#ids;
    const answered = (reply: Reply | undefined): void => {
      cancel();
      cancelSlow?.();
      this.#waiting.delete(id);
      heard(reply);
    };
    const cancel = this.#clock.after(patienceMs, () => answered(undefined));
    const cancelSlow = slow && this.#clock.every(PATIENCE_MS, slow);
    this.#waiting.set(id, answered);
    this.#bus.publish(ASK_CHANNEL, packMessage({ id, edge: this.#edge, question }));
  }

  /** What is still waited for is not answered. */
  stop(): void {
    this.#stop?.();
    for (const answered of [...this.#waiting.values()]) answered(undefined);
  }
}
