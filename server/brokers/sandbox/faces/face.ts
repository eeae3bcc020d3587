/**
 * What an adapter can be pointed at: one protocol, as the practice broker speaks it. A face is made from the broker's published
 * documents; it knows the books in the practice broker's own words (`../views.ts`) and imports no adapter.
 *
 *     const face = createFace(KITE, { exchange, clock, log });
 *     await face.fetch("http://practice/orders", { headers: { Authorization: "token key:access" } })
 */
import type { Hono } from "hono";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import type { PracticeContract, PracticeContracts } from "../contracts.ts";
import { createPracticeLogins, type PracticeLogins } from "../logins.ts";
import { OrderChanges } from "../order-changes.ts";
import type { PracticeExchange } from "../practice-exchange.ts";
import type { PracticeRepository } from "../repository.ts";
import { type ContractView, type OrderView, orderView } from "../views.ts";

/** What the HTTP side of a face answers with. */
export interface ServedBy {
  readonly exchange: PracticeExchange;
  readonly logins: PracticeLogins;
  readonly clock: WallClock;
  readonly log: Log;
}

/** How a broker says no on a bad day; of the last two nobody knows whether the order has gone on. */
export type Trouble =
  | ("rate" | "expired-token" | "address" | "freeze" | "margin" | "band" | "tick")
  | ("failed" | "timed-out");

export interface FaceKind {
  /** In the host of requests to it: 'http://kite.practice.localhost'. */
  readonly name: string;
  serve(by: ServedBy): Hono;
  /** A text frame of its order socket. @param change undefined where some may have been missed. */
  frame(change: OrderView | undefined): string;
  /** What its login page leads back with: a code that {@link PracticeLogins.exchange} takes, unless told. */
  issue?(logins: PracticeLogins, accountId: string, apiKey: string): Promise<string>;
  /** What a request does: changes orders or positions, reads the order book, or else. */
  role(method: string, path: string): "write" | "book" | "other";
  /** In the words of its protocol. */
  readonly troubles: Readonly<Record<Trouble, () => Response>>;
}

export interface Face {
  readonly fetch: typeof globalThis.fetch;
  readonly logins: PracticeLogins;
  readonly repository: PracticeRepository;
  /** Text frames of the order socket: each change of an order of the token's account. Ends with the signal. */
  stream(accessToken: string, signal: AbortSignal): AsyncIterable<string>;
}

/** What the login page of a face leads back with. @param kind undefined where the broker has no face of its own. */
export const issuedBy = (
  kind: FaceKind | undefined,
  logins: PracticeLogins,
  accountId: string,
  apiKey: string,
): Promise<string> => kind?.issue?.(logins, accountId, apiKey) ?? logins.requestToken(accountId, apiKey);

export interface FaceDeps {
  readonly exchange: PracticeExchange;
  readonly clock: WallClock;
  readonly log: Log;
  /** What happens to orders, where several faces share it. */
  readonly changes?: OrderChanges;
}

/** A face whose orders are matched in this process. */
export function createFace(kind: FaceKind, { exchange, clock, log, changes = changesOf(exchange) }: FaceDeps): Face {
  const logins = createPracticeLogins(exchange.repository, clock);
  const app = kind.serve({ exchange, logins, clock, log });
  return {
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    logins,
    repository: exchange.repository,
    stream: framesOf(kind, logins, changes),
  };
}

/** @param onChange hears every change of every account. */
export function changesOf(
  exchange: PracticeExchange,
  onChange: (accountId: string, change: OrderView) => void = () => undefined,
): OrderChanges {
  const changes = new OrderChanges();
  exchange.listen((order, { facts }, contracts) => {
    const change = orderView(order, contracts, facts);
    changes.publish(facts.accountId, change);
    onChange(facts.accountId, change);
  });
  return changes;
}

export const framesOf = (kind: FaceKind, logins: PracticeLogins, changes: OrderChanges): Face["stream"] =>
  async function* stream(accessToken, signal) {
    const accountId = await logins.accountOf(accessToken);
    if (accountId === undefined) return;
    for await (const change of changes.stream(accountId, signal)) yield kind.frame(change);
  };

/** The open day's contracts by the name that a face gives them; a name that two of them have names none. */
export class ContractNames {
  readonly #nameOf: (contract: ContractView) => string;
  #contracts: PracticeContracts | undefined;
  #size = 0;
  readonly #byName = new Map<string, PracticeContract>();

  constructor(nameOf: (contract: ContractView) => string) {
    this.#nameOf = nameOf;
  }

  find(contracts: PracticeContracts, name: string): PracticeContract | undefined {
    if (contracts !== this.#contracts || contracts.size !== this.#size) {
      this.#byName.clear();
      const shared = new Set<string>();
      for (const contract of contracts.all) {
        const own = this.#nameOf(contract);
        if (this.#byName.has(own)) shared.add(own);
        this.#byName.set(own, contract);
      }
      for (const own of shared) this.#byName.delete(own);
      this.#contracts = contracts;
      this.#size = contracts.size;
    }
    return this.#byName.get(name);
  }
}
