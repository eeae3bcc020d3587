/**
 * A broker that goes wrong by a seed, behind the port: answers that never come, orders that were placed all the same, books
 * that are old or cut off. It remembers what really happened, which is what a test compares with what users were told.
 */
import type { BookGtt, GttOrder } from "#contract/domain/orders/gtt.ts";
import {
  type BookOrder,
  CANCELLED,
  type ChildOrder,
  FILLED,
  isOpen,
  LIMIT,
  MARKET,
  type OrderChange,
  type OrderStatus,
  PENDING,
  type Position,
  REJECTED,
} from "#contract/domain/orders/order.ts";
import { IST_MS } from "#contract/domain/reference/calendar.ts";
import { epochMs } from "#contract/domain/units.ts";
import {
  BrokerError,
  type BrokerFacts,
  type BrokerPort,
  type BrokerSession,
  type GttPort,
  type Sent,
} from "../../brokers/port.ts";
import type { WallClock } from "../../platform/clocks.ts";

/** Between 0 and 1. */
export type Random = () => number;

/** mulberry32: small, and the same everywhere. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FACTS: BrokerFacts = {
  id: "zerodha",
  isPractice: true,
  echoesTag: true,
  maxTag: 20,
  sessionEnds: 360,
  orderTypes: [LIMIT, MARKET],
  products: ["INTRADAY", "MARGIN"],
  marketOrders: { kind: "protected", percent: 3 },
  limits: { perSecond: 9, modifies: 3 },
  latestMs: 25_000,
  needsFixedAddress: false,
};

/** How a write goes wrong, and how often of a hundred. */
const FAULTS = [
  ["refused", 6],
  ["not sent", 4],
  ["lost before", 6],
  ["lost after", 10],
  ["late", 4],
  ["very late", 1],
  ["throws after", 3],
  ["rejected in the book", 4],
] as const;
type Fault = (typeof FAULTS)[number][0] | undefined;

/** Where the broker stops waiting for itself: the adapter's own time limit. */
const TIMEOUT_MS = 8000;
const VERY_LATE_MS = 45_000;

export interface FaultBrokerOptions {
  readonly clock: WallClock;
  readonly random: Random;
  /** Without: everything goes well. */
  readonly isFaulty: boolean;
  /** The book gives no tags back, and no order comes later than the broker says. */
  readonly isUntagged?: boolean;
  /** It is no practice: it takes orders from registered addresses. */
  readonly isReal?: boolean;
}

interface True {
  order: BookOrder;
  readonly at: number;
}

/** One that rests at it, and what was asked for: changes leave that as it was. */
export interface TrueGtt {
  gtt: BookGtt;
  readonly asked: GttOrder;
  readonly at: number;
}

/** What tells one from another where all are of one contract and side: no tag does. */
export const looksOf = ({ legs }: GttOrder): string =>
  legs.map(({ trigger, limit }) => `${trigger} ${limit}`).join(" or ");

export class FaultBroker implements BrokerPort {
  readonly facts: BrokerFacts;
  /** What really is in the book, in the order it came. */
  readonly book: True[] = [];
  /** What really rests at it, or did. */
  readonly gtts: TrueGtt[] = [];
  /** How often each tag was sent, and what rests by its {@link looksOf}. */
  readonly sent = new Map<string, number>();
  /** Tags of orders that came later than anybody has to wait. */
  readonly veryLate = new Set<string>();
  /** What it refuses every order with, in these words. */
  refusal: string | undefined;
  /** How often its list of instruments was asked for before an order. */
  prepared = 0;
  /** Who logs in. */
  userId = "AB1234";
  /** By which address of the server each order left. */
  readonly from: (string | undefined)[] = [];
  readonly #clock: WallClock;
  readonly #random: Random;
  #isFaulty: boolean;
  #nextId = 1;

  constructor({ clock, random, isFaulty, isUntagged = false, isReal = false }: FaultBrokerOptions) {
    this.facts = { ...FACTS, echoesTag: !isUntagged, isPractice: !isReal, needsFixedAddress: isReal };
    this.#clock = clock;
    this.#random = random;
    this.#isFaulty = isFaulty;
  }

  /** From now on everything goes well, as after an outage. */
  heal(): void {
    this.#isFaulty = false;
  }

  async begin(): Promise<undefined> {
    return undefined;
  }
  async connect(): Promise<BrokerSession> {
    return sessionOf(this.userId);
  }
  async end(): Promise<void> {}
  async *instruments(): AsyncGenerator<never> {}
  async prepare(): Promise<void> {
    this.prepared++;
  }

  async place({ egress }: BrokerSession, order: ChildOrder, tag: string): Promise<Sent<string>> {
    this.from.push(egress);
    if (this.refusal !== undefined) return { kind: "refused", code: "other", message: this.refusal };
    const fault = this.#fault();
    if (fault === "not sent") return { kind: "not-sent", why: "no connection" };
    this.sent.set(tag, (this.sent.get(tag) ?? 0) + 1);
    if (fault === "very late") this.veryLate.add(tag);
    return this.#write(fault, () => this.#enter(order, tag, fault === "rejected in the book" ? REJECTED : PENDING));
  }

  modify(_session: BrokerSession, { id }: BookOrder, change: OrderChange): Promise<Sent<void>> {
    return this.#change(id, (order) => ({
      ...order,
      qty: change.qty,
      remainingQuantity: change.qty,
      type: change.type,
      limitPrice: change.limitPrice,
      stopPrice: change.stopPrice,
    }));
  }

  cancel(_session: BrokerSession, { id }: BookOrder): Promise<Sent<void>> {
    return this.#change(id, (order) => ({ ...order, status: CANCELLED, remainingQuantity: 0 }));
  }

  async orders(): Promise<readonly BookOrder[]> {
    const told = await this.#told(() => this.book.map(({ order, at }) => ({ row: order, at })));
    return this.facts.echoesTag ? told : told.map((order) => ({ ...order, tag: "" }));
  }

  /** A list that may be missing, of a few seconds ago, or cut off. */
  async #told<Row>(rows: () => readonly { readonly row: Row; readonly at: number }[]): Promise<readonly Row[]> {
    const asked = this.#clock.now();
    await this.#wait(this.#random() * 300);
    const roll = this.#isFaulty ? this.#random() : 1;
    if (roll < 0.1) throw new BrokerError("away", "The broker does not answer");
    const old = roll < 0.2 ? 5000 : 0;
    const whole = rows()
      .filter(({ at }) => at <= asked - old)
      .map(({ row }) => row);
    return roll > 0.2 && roll < 0.25 ? whole.slice(0, Math.floor(whole.length / 2)) : whole;
  }

  readonly gtt: GttPort = {
    place: async (_session, asked) => {
      if (this.refusal !== undefined) return { kind: "refused", code: "other", message: this.refusal };
      const fault = this.#gttFault();
      if (fault === "not sent") return { kind: "not-sent", why: "no connection" };
      const looks = looksOf(asked);
      this.sent.set(looks, (this.sent.get(looks) ?? 0) + 1);
      return this.#write(fault, () => this.#keep(asked));
    },
    modify: (_session, { id }, { qty, legs, lastPrice }) =>
      this.#changeGtt(id, (gtt) => ({ ...gtt, qty, legs, lastPrice })),
    delete: (_session, { id }) => this.#changeGtt(id, (gtt) => ({ ...gtt, status: "deleted" })),
    list: async () => this.#told(() => this.gtts.map(({ gtt, at }) => ({ row: gtt, at }))),
  };

  async trades(): Promise<readonly never[]> {
    return [];
  }
  async positions(): Promise<readonly Position[]> {
    return [];
  }
  async holdings() {
    return { holdings: [], totalPl: 0 };
  }
  async funds() {
    return [];
  }

  /** Everything open of the price trades. */
  fill(id: string): void {
    for (const entry of this.book) {
      if (entry.order.id === id && isOpen(entry.order.status)) {
        entry.order = { ...entry.order, status: FILLED, remainingQuantity: 0, tradedPrice: entry.order.limitPrice };
      }
    }
  }

  #fault(): Fault {
    if (!this.#isFaulty) return undefined;
    let roll = this.#random() * 100;
    for (const [fault, share] of FAULTS) {
      if (roll < share) return fault === "very late" && !this.facts.echoesTag ? "late" : fault;
      roll -= share;
    }
    return undefined;
  }

  /** Of what rests nobody has a tag: none comes later than the broker says. */
  #gttFault(): Fault {
    const fault = this.#fault();
    if (fault === "very late") return "late";
    return fault === "rejected in the book" ? "refused" : fault;
  }

  async #changeGtt(id: string, change: (gtt: BookGtt) => BookGtt): Promise<Sent<void>> {
    const fault = this.#gttFault();
    if (fault === "not sent") return { kind: "not-sent", why: "no connection" };
    const entry = this.gtts.find(({ gtt }) => gtt.id === id);
    if (entry?.gtt.status !== "active") {
      return { kind: "refused", code: "not-open", message: "The trigger is not active" };
    }
    const sent = await this.#write(fault, () => {
      if (entry.gtt.status === "active") entry.gtt = change(entry.gtt);
      return id;
    });
    return sent.kind === "done" ? { kind: "done", value: undefined } : sent;
  }

  async #change(id: string, change: (order: BookOrder) => BookOrder): Promise<Sent<void>> {
    const fault = this.#fault();
    if (fault === "not sent") return { kind: "not-sent", why: "no connection" };
    const entry = this.book.find(({ order }) => order.id === id);
    if (entry === undefined || !isOpen(entry.order.status)) {
      return { kind: "refused", code: "not-open", message: "The order is not open" };
    }
    const sent = await this.#write(fault === "rejected in the book" ? "refused" : fault, () => {
      if (isOpen(entry.order.status)) entry.order = change(entry.order);
      return id;
    });
    return sent.kind === "done" ? { kind: "done", value: undefined } : sent;
  }

  async #write(fault: Fault, effect: () => string): Promise<Sent<string>> {
    const { effectAfter, answerAfter } = this.#delays(fault);
    let id = "";
    if (effectAfter !== undefined && effectAfter > answerAfter) {
      this.#clock.after(effectAfter, effect);
    } else if (effectAfter !== undefined) {
      await this.#wait(effectAfter);
      id = effect();
    }
    await this.#wait(answerAfter - Math.min(effectAfter ?? 0, answerAfter));
    if (fault === "refused") return { kind: "refused", code: "margin", message: "Insufficient funds" };
    if (fault === "throws after") throw new TypeError("an adapter that breaks its promise");
    if (fault === undefined || fault === "rejected in the book") return { kind: "done", value: id };
    return { kind: "unknown", why: `no answer (${fault})` };
  }

  /** When the order is there, undefined for never, and when there is an answer; ms. */
  #delays(fault: Fault): { readonly effectAfter: number | undefined; readonly answerAfter: number } {
    const soon = 20 + this.#random() * 200;
    switch (fault) {
      case "refused":
        return { effectAfter: undefined, answerAfter: soon };
      case "lost before":
        return { effectAfter: undefined, answerAfter: this.#random() < 0.5 ? soon : TIMEOUT_MS };
      case "lost after":
        return { effectAfter: soon, answerAfter: this.#random() < 0.5 ? soon * 2 : TIMEOUT_MS };
      case "late":
        return { effectAfter: TIMEOUT_MS + this.#random() * 17_000, answerAfter: TIMEOUT_MS };
      case "very late":
        return { effectAfter: VERY_LATE_MS, answerAfter: TIMEOUT_MS };
      default:
        return { effectAfter: soon, answerAfter: soon + this.#random() * 100 };
    }
  }

  #enter(order: ChildOrder, tag: string, status: OrderStatus): string {
    const id = String(this.#nextId++);
    const { contract, side, type, productType, qty, limitPrice, stopPrice, validity, disclosedQty } = order;
    const entered: BookOrder = {
      id,
      symbol: "NFO:X",
      contract,
      side,
      type,
      productType,
      qty,
      remainingQuantity: status === REJECTED ? 0 : qty,
      limitPrice,
      stopPrice,
      tradedPrice: 0,
      status,
      orderDateTime: this.#stamp(),
      message: status === REJECTED ? "Insufficient funds" : "",
      orderValidity: validity,
      discloseQty: disclosedQty,
      tag,
    };
    this.book.push({ order: entered, at: this.#clock.now() });
    return id;
  }

  #keep(asked: GttOrder): string {
    const id = String(this.#nextId++);
    const at = this.#clock.now();
    const { lot: _, tick: __, ...gtt } = asked;
    const words = { symbol: "NFO:X", createdAt: this.#stamp(), expiresAt: "", message: "" };
    this.gtts.push({ asked, at, gtt: { ...gtt, ...words, id, status: "active", isChangeable: true } });
    return id;
  }

  /** Now, as brokers write it. */
  #stamp(): string {
    return new Date(this.#clock.now() + IST_MS).toISOString().slice(0, 19).replace("T", " ");
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.after(ms, resolve));
  }
}

export const sessionOf = (client: string): BrokerSession => ({
  broker: FACTS.id,
  client,
  userId: client,
  name: "Asha",
  endsAt: epochMs(Date.UTC(2099, 0, 1)),
  secrets: {},
});
