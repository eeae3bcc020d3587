/**
 * Orders that rest at the broker until a price is reached (GTT): what the browser asks for, checked and submitted as intents
 * like any order. The broker watches the price; nothing here does, and nothing here has to run when it is reached.
 */
import { brokerOf } from "#contract/domain/account/brokers.ts";
import {
  type BookGtt,
  type GttItem,
  type GttTerms,
  gttFaults,
  isOfPosition,
  onlyReduces,
} from "#contract/domain/orders/gtt.ts";
import { checkSize } from "#contract/domain/orders/guards.ts";
import type { GttBody, Guards, Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError, type GttPort } from "../../../brokers/port.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Check, checkDay } from "../entry/checks.ts";
import type { Listing, Tradable } from "../entry/listing.ts";
import type { DayStanding } from "../guards/day-standing.ts";
import type { Holding } from "../guards/holding.ts";
import type { DayLimit } from "../intents/day-limit.ts";
import { GTT_ENDED } from "../intents/gtt-evidence.ts";
import type { Submission } from "../intents/intent.ts";
import type { GttRequest } from "../intents/intent-request.ts";
import { outcomeOf, refused } from "../intents/outcome.ts";
import { KEEPS_NO_GTT } from "../intents/sending.ts";
import type { Submitting } from "../intents/submitting.ts";

export interface TriggersDeps {
  readonly submitting: Submitting;
  readonly holding: Holding;
  readonly standingOf: DayStanding;
  readonly listing: Listing;
}

export interface Triggers {
  /**
   * The user's limits: each leg is measured as an order, and a new GTT is one of the orders of the day. The limits of the day, how
   * many orders and how much loss, hold back one that could open a position: all but those that, with what rests for it already,
   * only make a position smaller. What a GTT fires is the broker's doing, and counts for nothing here.
   * @throws AppError 400 for what is not listed, 409; BrokerError where a limit asks for positions
   */
  place(connection: Connection, submission: Submission, item: GttItem): Promise<Outcome>;
  /** @param terms with as many legs as it has. @throws BrokerError, AppError 409 */
  modify(connection: Connection, submission: Submission, id: string, terms: GttTerms): Promise<Outcome>;
  /** @param seen as the user saw it, for a broker whose list cannot be read now. @throws BrokerError, AppError 409 */
  delete(connection: Connection, submission: Submission, seen: GttBody): Promise<Outcome>;
}

const UNLISTED = "This GTT can be changed at the broker only";

export function createTriggers({ submitting, holding, standingOf, listing }: TriggersDeps): Triggers {
  async function submit(
    connection: Connection,
    submission: Submission,
    request: GttRequest,
    refusal?: string,
    day?: DayLimit,
  ): Promise<Outcome> {
    const [intent] = await submitting.submit(connection, submission, [{ request, refusal }], 0, { day });
    return intent ? outcomeOf(intent) : refused("Nothing was asked");
  }

  /** Why it is held back, or what it is held to as it is written down; neither where it only guards a position. */
  async function byDay(connection: Connection, asked: Asked, limits: Guards): Promise<ByDay> {
    const standing = await standingOf(connection, limits);
    const refusal = checkDay(limits, standing);
    if (refusal === undefined) return standing.day === undefined ? {} : { day: standing.day };
    return (await couldOpen(connection, asked)) ? { refusal } : {};
  }

  async function known({ accountId }: Connection, submission: Submission): Promise<Outcome | undefined> {
    const intent = (await submitting.known(accountId, submission))?.[0];
    return intent && outcomeOf(intent);
  }

  return {
    async place(connection, submission, { symbol, ...item }) {
      const before = await known(connection, submission);
      if (before !== undefined) return before;
      const { accountId, port } = connection;
      const tradable = listing.bySymbol(symbol);
      if (tradable === undefined) throw new AppError("bad-request", `${symbol} is not listed today`);
      const { stopped, limits } = await holding.of(accountId, port.facts.isPractice);
      const { key: contract, lot, tick, price = Number.NaN } = tradable;
      const faults =
        stopped ?? checkGtt(connection, item, tradable, item.productType) ?? checkLegs(item, tradable, limits);
      const { refusal, day }: ByDay =
        faults === undefined ? await byDay(connection, { ...item, contract }, limits) : { refusal: faults };
      const gtt = { ...item, contract, lot, tick, lastPrice: Number.isNaN(price) ? 0 : price };
      return submit(connection, submission, { kind: "gtt-place", gtt }, refusal, day);
    },

    async modify(connection, submission, id, terms) {
      const before = await known(connection, submission);
      if (before !== undefined) return before;
      const gtt = await activeGtt(connection, id);
      if (typeof gtt === "string") return refused(gtt);
      const tradable = gtt.contract && listing.byContract(gtt.contract);
      if (!gtt.isChangeable) return refused(gtt.message || UNLISTED);
      if (tradable === undefined) return refused(UNLISTED);
      if (terms.legs.length !== gtt.legs.length) return refused("A GTT keeps the number of its triggers");
      const { stopped, limits } = await holding.of(connection.accountId, connection.port.facts.isPractice);
      const refusal =
        (terms.qty > gtt.qty ? stopped : undefined) ??
        checkGtt(connection, { ...terms, side: gtt.side }, tradable, gtt.productType) ??
        (asksForMore(terms, gtt) ? checkLegs(terms, tradable, limits) : undefined);
      const change = { ...terms, lastPrice: tradable.price ?? 0 };
      return submit(connection, submission, { kind: "gtt-modify", gtt, change }, refusal);
    },

    async delete(connection, submission, seen) {
      const before = await known(connection, submission);
      if (before !== undefined) return before;
      const gtt = await activeGtt(connection, seen.id).catch((error: unknown) => {
        // To take one back must not depend on a list that cannot be read.
        if (error instanceof BrokerError && error.kind === "away") return gttSeen(seen);
        throw error;
      });
      if (typeof gtt === "string") return refused(gtt);
      return submit(connection, submission, { kind: "gtt-delete", gtt });
    },
  };
}

/** @returns it as the broker has it now, or why it cannot be changed. @throws BrokerError */
async function activeGtt({ port, session }: Connection, id: string): Promise<BookGtt | string> {
  if (port.gtt === undefined) return KEEPS_NO_GTT;
  const gtt = (await port.gtt.list(session)).find((found) => found.id === id);
  return gtt === undefined ? "The broker has no such GTT" : (GTT_ENDED[gtt.status] ?? gtt);
}

const gttSeen = ({ ex_sym: _, securityId: __, lotSize: ___, contract: ____, ...gtt }: GttBody): BookGtt => gtt;

interface ByDay {
  readonly refusal?: string;
  readonly day?: DayLimit;
}

type Asked = Pick<BookGtt, "contract" | "productType" | "side" | "qty">;

/** Whether it is, with what rests for it already, more than a position has to be closed. @throws BrokerError */
async function couldOpen({ port, session }: Connection, asked: Asked): Promise<boolean> {
  const [positions, gtts = []] = await Promise.all([port.positions(session), port.gtt?.list(session)]);
  const resting = gtts.filter((gtt) => gtt.status === "active" && gtt.side === asked.side && isOfPosition(gtt, asked));
  const qty = resting.reduce((sum, gtt) => sum + gtt.qty, asked.qty);
  return !positions.some((position) => onlyReduces({ ...asked, qty, status: "active" }, position));
}

/** Sizes, steps and sides, and what the broker takes. */
function checkGtt(
  { port }: { readonly port: { readonly facts: { readonly id: string }; readonly gtt?: GttPort } },
  gtt: Pick<GttItem, "side" | "qty" | "legs">,
  { key, lot, tick, largest, price = Number.NaN }: Tradable,
  product: BookGtt["productType"],
): Check {
  const broker = brokerOf(port.facts.id);
  const rules = broker?.gtt;
  if (port.gtt === undefined || rules === undefined) return KEEPS_NO_GTT;
  if (key.exchange === "BSE" && broker?.tradesBse !== true) return "This broker takes no orders on BSE";
  if (!rules.products.includes(product)) return `This broker keeps no ${product.toLowerCase()} orders as GTT`;
  return gttFaults(gtt, { ltp: price, lot, largest, tick }, rules)[0];
}

/** The user's own limits of one order: each leg is one. */
function checkLegs({ qty, legs }: GttTerms, { lot, multiplier }: Tradable, limits: Guards): Check {
  return legs.map(({ limit: price }) => checkSize({ qty, lot, multiplier, price }, limits)).find((words) => words);
}

/** A change that asks for more is a new order as far as limits go. */
const asksForMore = ({ qty, legs }: GttTerms, before: GttTerms): boolean =>
  qty > before.qty || legs.some(({ limit }, i) => limit > (before.legs[i]?.limit ?? 0));
