/**
 * Leaving positions. They are read again before anything is sent: what goes is opposite to what is there and no more than that, less
 * what is on its way already, whether the broker's book shows it yet or not. Short positions are covered first; long ones, which may be
 * their cover, are sold when all of those are placed. GTTs that guarded what is closed go last.
 */
import { contractId } from "#contract/domain/instruments.ts";
import { BUY, type ChildOrder, type Position, type Trade } from "#contract/domain/orders/order.ts";
import type { Outcome, PositionBody } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { RunSerially } from "../../../platform/serial.ts";
import type { SentToday } from "../books/by-strategy.ts";
import type { Intent, Submission } from "../intents/intent.ts";
import type { ReadLedger, Unseen } from "../intents/ledger.ts";
import { outcomeOf, refused } from "../intents/outcome.ts";
import { LateExit, type Submitting } from "../intents/submitting.ts";
import type { OtherExits } from "../intents/under-way.ts";
import { closing, isClosing, leave, ON_ITS_WAY, qtyOf, UNCONFIRMED, unitsOf } from "./closing-orders.ts";
import { freshUnits } from "./fresh-fills.ts";
import type { GttChoice, GttLeft, LeftoverGtts } from "./leftover-gtts.ts";
import type { Listing } from "./listing.ts";
import { heldOf, shareOf } from "./share.ts";

export interface Exited {
  readonly symbol: string;
  readonly body: Outcome;
}

export interface ExitingDeps {
  readonly submitting: Submitting;
  readonly leftovers: LeftoverGtts;
  readonly listing: Listing;
  readonly ledger: ReadLedger;
  /** Exits of the account's other presses. */
  readonly otherExits: (accountId: string, key: string) => Promise<OtherExits>;
  /** Ids of contracts of which a conversion may be done that positions need not show yet. */
  readonly converting: (accountId: string, broker: string) => Promise<ReadonlySet<string>>;
  /** What reads positions before it sends: one after another for each account. */
  readonly serially: RunSerially;
  readonly clock: Pick<WallClock, "now" | "after">;
}

/** A position as it was shown, and how much of it is to be closed: `netQty` units, with its sign. */
export type Leave = Pick<PositionBody, "id" | "symbol" | "netQty">;

export interface ExitWish {
  readonly positions: readonly Leave[];
  /** The id of the kept strategy that what is closed was held for: its share of them now is read again, too. */
  readonly strategy?: string | undefined;
  /** Which of their GTTs are to go with them. */
  readonly gtts: GttChoice;
}

export interface Left {
  /** One for each order that was sent and each position that had none, the short ones first. */
  readonly positions: readonly Exited[];
  /** Of GTTs that were deleted, and of those that stay though they were to go. */
  readonly gtts: readonly GttLeft[];
  /**
   * Ids of positions that nothing was sent for, or not for all of it, as it is not known yet what of them is closed already, or as open
   * orders would close it, or as it may have another product now; with sales that wait for covers, those covers, too. What the broker
   * refused is not among them.
   */
  readonly heldBack: readonly string[];
}

/** @throws BrokerError, AppError 409 */
export type Exit = (connection: Connection, submission: Submission, wish: ExitWish) => Promise<Left>;

const UNCOVERED = "Not sent: a short position could not be closed first";
const GONE = "The position is closed already";
const ELSEWHERE = "It was closed, or converted at the broker: its contract is held under another product";
const TWICE = "The broker shows this position twice: close it at the broker";
const CONVERTING = "A conversion of it is not confirmed yet: look at the positions";
/** How often positions are read again because another exit came between. */
const TRIES = 3;
/** Positions have what traded, or was converted, longer ago. */
const FRESH_MS = 5000;
/** They have what traded before by then, or are believed as they are: nobody is kept in a position. */
const FRESH_WAIT_MS = 3000;
const NOT_ITS = "The strategy holds nothing of it any more";

/** Reasons that pass. */
const HOLDS: readonly string[] = [ON_ITS_WAY, UNCONFIRMED, CONVERTING];

interface Leaving {
  /** Of the position; while it may have been converted, of its other product, too. */
  readonly ids: readonly string[];
  readonly symbol: string;
  /** As it is now; undefined: the broker has it no more. */
  readonly now: Position | undefined;
  /** As it is now, or, where it is closed or converted, was shown. */
  readonly isShort: boolean;
  /** Units that are to be closed, or are being closed. */
  readonly due: number;
  /** Units that may be open still: of orders that nobody has confirmed, or told how much of them traded, and what may be converted. */
  readonly doubtful: number;
  /** Positions need not show what became of it a moment ago: its units may have been closed, or have another product. */
  readonly isStale: boolean;
  /** Why nothing can be sent for it, or what is to be. */
  readonly orders: readonly ChildOrder[] | string;
  /** The positions that it was converted from today, each as it was: GTTs that guarded them are left of it, too. */
  readonly from: readonly Position[];
}

export function createExiting(deps: ExitingDeps): Exit {
  const { submitting, leftovers, listing, ledger, otherExits, converting, serially, clock } = deps;

  /** Trades of the day. Without a strategy they only tell what is fresh: what cannot be read keeps nobody in a position. */
  async function tradesOf({ port, session }: Connection, strategy: string | undefined): Promise<readonly Trade[]> {
    return port.trades(session).catch((error: unknown) => {
      if (strategy === undefined && error instanceof BrokerError) return [];
      throw error;
    });
  }

  /** Reads again what is to be closed. The book comes first: what is sent or found meanwhile is among our own then. */
  async function look(connection: Connection, submission: Submission, { positions, strategy, gtts }: ExitWish) {
    const { accountId, port, session } = connection;
    const since = port.facts.hasExchangeTime === true ? Number.POSITIVE_INFINITY : clock.now() - FRESH_MS;
    const book = await port.orders(session);
    const others = await otherExits(accountId, submission.key);
    const inDoubt = await converting(accountId, session.broker);
    const today = await ledger(connection, book, submission);
    const { unseen } = today;
    const movedAt = clock.now() - FRESH_MS;
    const moved = new Set(today.conversions.flatMap(({ symbol, at }) => (at >= movedAt ? symbol : [])));
    const [fresh, trades, resting] = await Promise.all([
      port.positions(session),
      tradesOf(connection, strategy),
      leftovers.read(connection, gtts),
    ]);
    const share = strategy === undefined ? undefined : shareOf(strategy, today, trades);
    const asked = positions.filter(({ id }, at) => positions.findIndex((one) => one.id === id) === at);
    const leaving = asked.map(({ id, symbol, netQty }): Leaving => {
      const [now, second] = fresh.filter((position) => position.id === id);
      // By the symbol: a position that was converted whole may be there under its new product only.
      const products = fresh.filter((position) => position.symbol === symbol);
      const contract = products[0]?.contract;
      const isConverting = contract !== undefined && inDoubt.has(contractId(contract));
      const isMoving = isConverting || moved.has(symbol);
      const ids = isConverting ? [id, ...products.map((position) => position.id)] : [id];
      const isShort = (now?.netQty || netQty) < 0;
      const from = now === undefined ? [] : convertedFrom(now, fresh, today);
      const one = { ids, symbol, now, isShort, due: 0, doubtful: 0, isStale: isMoving, from };
      const late = { ...one, doubtful: Math.abs(netQty), orders: CONVERTING };
      if (second !== undefined) return { ...one, now: undefined, orders: TWICE };
      if (now === undefined || now.netQty === 0) {
        const isElsewhere = products.some((position) => position.netQty * netQty > 0);
        return isConverting ? late : { ...one, orders: isElsewhere ? ELSEWHERE : GONE };
      }
      const whole = { most: netQty, leaving: 0, lacking: 0, untold: 0 };
      const { most, leaving, lacking, untold } = share === undefined ? whole : heldOf(now, netQty, share, book);
      if (most === 0 && leaving > 0) return { ...one, doubtful: untold, orders: ON_ITS_WAY };
      if (most === 0 && lacking > 0) return { ...one, doubtful: untold, isStale: true, orders: UNCONFIRMED };
      if (most === 0) return isConverting ? late : { ...one, orders: NOT_ITS };
      const doubtful = unseen.filter(({ isAwaited, order }) => isAwaited && isClosing(order, now));
      const isOwn = (of: Unseen) => share === undefined || of.strategy === undefined || of.strategy === strategy;
      const own = doubtful.filter(isOwn);
      const left = share === undefined ? most : Math.sign(most) * Math.max(Math.abs(most) - unitsOf(own), 0);
      // What the position lacks while it is being converted is open under the other product.
      const all = Math.min(Math.abs(most) + leaving + lacking, Math.abs(netQty));
      const there = Math.min(all, Math.abs(now.netQty));
      const due = isConverting ? all : there;
      const unconfirmed = unitsOf(own.filter(({ state }) => state !== "placed")) + untold + due - there;
      const free = Math.abs(now.netQty) - closing(book, now);
      const orders = leave(now, left, free, unitsOf(doubtful), listing);
      const sure = free - unitsOf(doubtful) - freshUnits(now, book, trades, since);
      // A share goes by trades: it is stale where the book is ahead of them, however much others hold.
      const isAhead = share !== undefined && freshUnits(now, book, trades, Number.POSITIVE_INFINITY) > 0;
      const isStale = isMoving || (typeof orders !== "string" && (isAhead || qtyOf(orders) > sure));
      return { ...one, due, doubtful: unconfirmed, isStale, orders };
    });
    return { leaving, resting, others };
  }

  /** Where positions may lag behind what has just traded they are read once more a moment later. */
  async function lookFresh(...asked: Parameters<typeof look>) {
    const seen = await look(...asked);
    if (!seen.leaving.some(({ isStale }) => isStale)) return seen;
    await new Promise<void>((resolve) => clock.after(FRESH_WAIT_MS, resolve));
    return look(...asked);
  }

  /** Sends what closes them, the sales when all covers are placed. */
  async function sendAll(
    connection: Connection,
    submission: Submission,
    strategy: ExitWish["strategy"],
    leaving: readonly Leaving[],
    others: OtherExits,
  ) {
    const all = leaving.filter((of) => ordersOf(of).length > 0);
    const heldBack = new Set(leaving.filter(isHeldBack));
    const exited: Exited[] = [];
    /** Units for which the broker has exits, or may have. */
    const closed = new Map<Leaving, number>();
    let items = 0;
    const send = async (some: readonly Leaving[]): Promise<readonly Intent["state"][]> => {
      const requests = some.flatMap((of) => ordersOf(of).map((order) => ({ of, order })));
      if (requests.length === 0) return [];
      const asked = requests.map(({ order }) => ({
        request: { kind: "exit", order, strategy } as const,
        refusal: undefined,
      }));
      const intents = await submitting.submit(connection, submission, asked, items, { others });
      items += requests.length;
      for (const [at, intent] of intents.entries()) {
        const request = requests[at];
        if (request === undefined) continue;
        const { of, order } = request;
        exited.push({ symbol: of.symbol, body: outcomeOf(intent) });
        if (MAY_CLOSE.includes(intent.state)) closed.set(of, (closed.get(of) ?? 0) + order.qty);
      }
      const became = intents.map(({ state }) => state);
      for (const one of some) {
        const own = became.filter((_, at) => requests[at]?.of === one);
        if (own.includes("refused")) heldBack.delete(one);
        else if (own.includes("void")) heldBack.add(one);
      }
      return became;
    };
    const sales = all.filter((of) => !isCover(of));
    const unsent = (m: string, isHeld: boolean): void => {
      for (const one of sales) {
        exited.push({ symbol: one.symbol, body: { s: "error", m, state: "void" } });
        if (isHeld) heldBack.add(one);
        else heldBack.delete(one);
      }
    };
    const shorts = all.filter(isCover);
    const covers = await send(shorts);
    // A cover of an earlier press that is not confirmed is not placed, either.
    const inDoubt = leaving.filter(({ isShort, doubtful }) => isShort && doubtful > 0);
    if (inDoubt.length > 0 || !covers.every((state) => state === "placed")) {
      const isHeld = !covers.includes("refused");
      unsent(UNCOVERED, isHeld);
      // Who tries the sales again asks for all covers with them: alone they would go, and one that was taken may be rejected yet.
      if (isHeld && sales.length > 0) for (const one of [...shorts, ...inDoubt]) heldBack.add(one);
    } else {
      await send(sales).catch((error: unknown) => {
        if (!(error instanceof LateExit) || items === 0) throw error;
        unsent(error.message, true);
      });
    }
    return { exited, closed, heldBack, items };
  }

  /** Looks again where another process's exit was written down after the look. */
  async function lookAndSend(connection: Connection, submission: Submission, wish: ExitWish) {
    for (let tries = 1; ; tries++) {
      const { leaving, resting, others } = await lookFresh(connection, submission, wish);
      const kept = leaving.filter((of) => ordersOf(of).length === 0);
      try {
        const sent = await sendAll(connection, submission, wish.strategy, leaving, others);
        return { kept, leaving, resting, ...sent };
      } catch (error) {
        if (!(error instanceof LateExit) || tries === TRIES) throw error;
      }
    }
  }

  return async (connection, submission, wish) => {
    const { accountId } = connection;
    // GTTs go when the turn is over: until the positions are closed that takes seconds, and another exit waits for none of it.
    const went = await serially(accountId, async () => {
      const known = await submitting.known(accountId, submission);
      return known === undefined ? lookAndSend(connection, submission, wish) : { known };
    });
    if ("known" in went) {
      return {
        positions: answered(went.known, listing),
        gtts: await leftovers.told(connection, went.known),
        heldBack: [],
      };
    }
    const { kept, leaving, resting, exited, closed, heldBack, items } = went;
    const left = leaving.flatMap((of) => {
      const { now: before } = of;
      if (before === undefined) return [];
      const isWhole = (closed.get(of) ?? 0) === Math.abs(before.netQty);
      // A rule looks again at what it holds back: until then its GTTs guard it.
      return wish.gtts === "all" && heldBack.has(of) && !isWhole ? [] : [{ of, before, isWhole }];
    });
    // After their own: GTTs that fit what is left of the old product wait for that alone.
    const old = left.flatMap(({ of, before: until, isWhole }) => of.from.map((before) => ({ before, isWhole, until })));
    const after = { choice: wish.gtts, gtts: resting, leaving: [...left, ...old] };
    return {
      positions: [...kept.map(({ symbol, orders }) => ({ symbol, body: refused(String(orders)) })), ...exited],
      gtts: await leftovers.clear(connection, submission, after, items),
      heldBack: [...new Set(Array.from(heldBack).flatMap(({ ids }) => ids))],
    };
  };
}

/** States of an exit in which the position may be closed by it. */
const MAY_CLOSE: readonly Intent["state"][] = ["placed", "unknown"];

const ordersOf = ({ orders }: Leaving): readonly ChildOrder[] => (typeof orders === "string" ? [] : orders);
const isCover = (leaving: Leaving): boolean => ordersOf(leaving)[0]?.side === BUY;

/** Whether less goes for it than is due, for a reason that passes. */
function isHeldBack({ due, orders }: Leaving): boolean {
  if (typeof orders === "string") return HOLDS.includes(orders);
  return qtyOf(orders) < due;
}

/** The positions that some of it was converted from, each as it was when that was asked for first. */
function convertedFrom(
  { symbol, productType, netQty }: Position,
  positions: readonly Position[],
  { conversions }: SentToday,
): readonly Position[] {
  const here = conversions.filter((one) => one.symbol === symbol && one.to === productType && one.side * netQty > 0);
  return positions.flatMap((position) => {
    const first = here.find(({ from }) => position.symbol === symbol && from === position.productType);
    return first === undefined ? [] : [{ ...position, netQty: first.before }];
  });
}

/** What became of the same press before. */
const answered = (known: readonly Intent[], listing: Listing): readonly Exited[] =>
  known.flatMap((intent) =>
    intent.request.kind === "exit"
      ? [{ symbol: listing.byContract(intent.request.order.contract)?.symbol ?? "", body: outcomeOf(intent) }]
      : [],
  );
