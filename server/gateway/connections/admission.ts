/**
 * Asks who a ticket belongs to, so that strangers cannot keep the database busy: few questions at a time, one for all that
 * ask about one ticket, none for a connection that is gone, and none for an address that has asked about too many tickets
 * that nobody has.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { Identities, Identity, SessionEnd } from "../../platform/users/identity.ts";
import { type Allowance, EventBudget } from "./event-budget.ts";

export interface Asker {
  readonly ticket: string;
  /** What limits count it by (`networkOf`). */
  readonly address: string;
  isGone(): boolean;
}

/** The question was not put: the client may come again. */
export class NotAsked extends Error {
  override readonly name = "NotAsked";
}

/** Who asks, or why the session of the ticket is over; undefined of a ticket that nobody had. */
export type Answer = Identity | SessionEnd | undefined;

/** The other calls of the database wait for these few at most. */
const AT_ONCE = 2;
/** Tickets that wait to be asked about: every user of an edge after its restart. */
const MOST_WAITING = 5_000;
/** Unknown tickets by address: a person has one, and an office that was logged out has dozens. */
const UNKNOWN: Allowance = { perSecond: 2, burst: 60 };
/** Addresses that are remembered. */
const MOST_ADDRESSES = 10_000;

interface Question {
  readonly askers: Asker[];
  readonly answer: Promise<Answer>;
  readonly resolve: (answer: Promise<Answer>) => void;
  readonly reject: (error: Error) => void;
}

export class Admission {
  readonly #identities: Pick<Identities, "byTicket" | "whyOver">;
  readonly #clock: WallClock;
  /** By ticket, those that are being asked and those that wait, in the order in which they came. */
  readonly #questions = new Map<string, Question>();
  readonly #waiting: string[] = [];
  readonly #unknown = new Map<string, EventBudget>();
  #asking = 0;

  constructor(identities: Pick<Identities, "byTicket" | "whyOver">, clock: WallClock) {
    this.#identities = identities;
    this.#clock = clock;
  }

  /** @throws NotAsked, or what the lookup throws */
  async identify(asker: Asker): Promise<Answer> {
    if (this.#unknown.get(asker.address)?.isEmpty) throw new NotAsked();
    const answer = await this.#ask(asker);
    if (typeof answer !== "object") this.#budgetOf(asker.address).take();
    return answer;
  }

  #ask(asker: Asker): Promise<Answer> {
    const { ticket } = asker;
    const asked = this.#questions.get(ticket);
    if (asked) {
      asked.askers.push(asker);
      return asked.answer;
    }
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new NotAsked());
    const { promise: answer, resolve, reject } = withResolvers<Answer>();
    this.#questions.set(ticket, { askers: [asker], answer, resolve, reject });
    this.#waiting.push(ticket);
    this.#next();
    return answer;
  }

  #next(): void {
    while (this.#asking < AT_ONCE) {
      const ticket = this.#waiting.shift();
      if (ticket === undefined) return;
      const question = this.#questions.get(ticket);
      if (!question) continue;
      const isWanted = ({ isGone, address }: Asker): boolean => !isGone() && !this.#unknown.get(address)?.isEmpty;
      if (!question.askers.some(isWanted)) {
        this.#questions.delete(ticket);
        question.reject(new NotAsked());
        continue;
      }
      this.#asking++;
      const lookup = this.#lookUp(ticket);
      const done = (): void => {
        this.#asking--;
        this.#questions.delete(ticket);
        this.#next();
      };
      lookup.then(done, done);
      question.resolve(lookup);
    }
  }

  async #lookUp(ticket: string): Promise<Answer> {
    return (await this.#identities.byTicket(ticket)) ?? this.#identities.whyOver(ticket);
  }

  #budgetOf(address: string): EventBudget {
    let budget = this.#unknown.get(address);
    if (budget === undefined) {
      // The one that came first: it has had the most time to be filled again.
      const [oldest] = this.#unknown.keys();
      if (this.#unknown.size >= MOST_ADDRESSES && oldest !== undefined) this.#unknown.delete(oldest);
      budget = new EventBudget(this.#clock, UNKNOWN);
      this.#unknown.set(address, budget);
    }
    return budget;
  }
}

function withResolvers<Value>() {
  let resolve: (value: Value | Promise<Value>) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
