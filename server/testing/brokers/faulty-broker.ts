/**
 * The practice broker behind a broker's wire and that broker's own adapter, over a line that goes wrong by a seed: requests that never
 * arrive, answers that never come back, pages of a gateway, refusals that are none.
 */
import type { ContractKey } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { ADAPTED } from "../../brokers/catalogue.ts";
import type { ProfileId } from "../../brokers/profiles.ts";
import type { FaceKind } from "../../brokers/sandbox/faces/face.ts";
import type { Database } from "../../platform/database/db.ts";
import type { HistoryOptions, HistoryWorld } from "./order-history.ts";
import { openProfiled } from "./profiled-broker.ts";
import { QuotedMarket } from "./quoted-market.ts";

type Fetch = typeof globalThis.fetch;

const TIMEOUT_MS = 8000;

/** How a write goes wrong, and how often of a hundred. */
const FAULTS = [
  ["no connection", 5],
  ["lost before", 6],
  ["lost after", 8],
  ["late", 4],
  ["gateway before", 4],
  ["gateway after", 4],
  ["timed out, they say", 4],
  ["garbage after", 3],
] as const;
type Fault = (typeof FAULTS)[number][0] | undefined;

const gateway = (): Response =>
  new Response("<html><h1>502 Bad Gateway</h1></html>", { status: 502, headers: { "content-type": "text/html" } });
/** What rests carries no tag: its first trigger tells it from the others. */
const RESTING = /trigger(?:_values|Price)\W+[\d.]+/;
/** Ours: 'S' and 13 letters and figures, wherever a protocol puts it. */
const TAG = /S[A-Z2-7]{13}/;

/** What tells what rests apart are its legs alone. */
const UNSEEN: ContractKey = { exchange: "NSE", underlying: "", expiry: isoDate("2026-07-28"), strike: 0, type: "CE" };

class FaultyLine {
  readonly sent = new Map<string, number>();
  isFaulty = true;
  /** Before, all goes well and at once: a list of contracts is unpacked in real time, and virtual time must not pass it by. */
  hasBegun = false;
  readonly #through: Fetch;
  readonly #world: HistoryWorld;
  readonly #kind: FaceKind;

  constructor(kind: FaceKind, through: Fetch, world: HistoryWorld) {
    this.#kind = kind;
    this.#through = (input, init) => world.busy.during(through(input, withoutSignal(init)));
    this.#world = world;
  }

  readonly fetch: Fetch = async (input, init) => {
    if (!this.hasBegun) return this.#through(input, init);
    const isWrite = this.#kind.role(init?.method ?? "GET", new URL(String(input)).pathname) === "write";
    await this.#wait(this.#world.random() * 150);
    const fault = this.#fault(isWrite);
    if (fault === "no connection") throw connectFailure();
    // Changes of an order may name its tag, too; every protocol places by POST, and changes that are posted name none.
    if (isWrite && init?.method === "POST") this.#count(init);
    switch (fault) {
      case "lost before":
        return this.#cut();
      case "lost after":
        await this.#through(input, init);
        return this.#cut();
      case "late":
        this.#world.clock.after(TIMEOUT_MS + this.#world.random() * 15_000, () => void this.#through(input, init));
        return this.#cut();
      case "gateway before":
        return gateway();
      case "timed out, they say":
        await this.#through(input, init);
        return this.#kind.troubles["timed-out"]();
      case "gateway after":
        await this.#through(input, init);
        return gateway();
      case "garbage after":
        await this.#through(input, init);
        return new Response('{"s":"ok","status":"success","data":{"order', { status: 200 });
      default:
        return this.#through(input, init);
    }
  };

  #fault(isWrite: boolean): Fault {
    if (!this.isFaulty) return undefined;
    let roll = this.#world.random() * 100;
    // Books fail, too; what they say when they answer is true.
    if (!isWrite) return roll < 10 ? "gateway before" : undefined;
    for (const [fault, share] of FAULTS) {
      if (roll < share) return fault;
      roll -= share;
    }
    return undefined;
  }

  #count(init: RequestInit | undefined): void {
    const body = typeof init?.body === "string" ? init.body : "";
    const tag = TAG.exec(body)?.[0] ?? RESTING.exec(body.startsWith("type=") ? decodeURIComponent(body) : body)?.[0];
    if (tag !== undefined) this.sent.set(tag, (this.sent.get(tag) ?? 0) + 1);
  }

  async #cut(): Promise<never> {
    await this.#wait(this.#world.random() < 0.5 ? 200 : TIMEOUT_MS);
    throw Object.assign(new TypeError("fetch failed"), { cause: withCode("UND_ERR_SOCKET") });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#world.clock.after(ms, resolve));
  }
}

const withCode = (code: string): Error => Object.assign(new Error(code), { code });
const connectFailure = (): TypeError =>
  Object.assign(new TypeError("fetch failed"), { cause: withCode("ECONNREFUSED") });

/** The time limit of the client is of another clock. */
const withoutSignal = (init: RequestInit | undefined): RequestInit | undefined => init && { ...init, signal: null };

export const faultyBroker =
  (id: ProfileId, { orm }: Database): HistoryOptions["world"] =>
  (world) => {
    const { clock } = world;
    const market = new QuotedMarket();
    market.quote(0, 1000, 0, 1000, 0);
    market.quote(1, 1000, 750, 1001, 750);
    market.quote(2, 99.5, 150, 100, 75);
    const { face, port, over, logIn } = openProfiled(id, { orm, market, clock });
    return async (accountId) => {
      const line = new FaultyLine(ADAPTED[id].face, face.fetch, world);
      const session = await logIn(accountId);
      const own = over(line.fetch);
      await own.prepare(session);
      line.hasBegun = true;
      return {
        port: own,
        session,
        truth: () => port.orders(session),
        async gtts() {
          const list = (await port.gtt?.list(session)) ?? [];
          // Nobody changes them here: they are what was asked for.
          return list.map((gtt) => ({
            gtt,
            asked: { ...gtt, contract: UNSEEN, lot: 0, tick: 0, productType: "MARGIN" },
            at: 0,
          }));
        },
        sent: line.sent,
        veryLate: new Set<string>(),
        heal() {
          line.isFaulty = false;
        },
      };
    };
  };
