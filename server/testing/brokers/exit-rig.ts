/** Exits at a broker of which a test says what it holds, and what becomes of each order. */
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { BookGtt } from "#contract/domain/orders/gtt.ts";
import { type BookOrder, BUY, type Position, SELL, type Side, type Trade } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { Connection } from "../../brokers/connections.ts";
import { BrokerError } from "../../brokers/port.ts";
import type { Converted, SentOrder } from "../../modules/orders/books/by-strategy.ts";
import { createExiting, type ExitWish, type Leave } from "../../modules/orders/entry/exiting.ts";
import { createLeftoverGtts, type GttChoice } from "../../modules/orders/entry/leftover-gtts.ts";
import type { Listing } from "../../modules/orders/entry/listing.ts";
import type { Intent, Submission } from "../../modules/orders/intents/intent.ts";
import type { Asked, Submitting } from "../../modules/orders/intents/submitting.ts";
import { createSerial } from "../../platform/serial.ts";
import { createManualClock } from "../manual-clock.ts";

export const callOf = (strike: number): ContractKey => ({
  ...{ exchange: "NSE", underlying: "NIFTY", expiry: isoDate("2026-11-24"), strike, type: "CE" },
});

/** A position of margin. */
export function held(strike: number, netQty: number): Position {
  const side = netQty < 0 ? SELL : BUY;
  const part = { id: `${strike}`, symbol: `NIFTY ${strike}`, contract: callOf(strike), side, netQty };
  return { ...part, productType: "MARGIN" } as Position;
}

/** As it is asked for. */
export const shown = ({ id, symbol, netQty }: Position, change: Partial<Leave> = {}): Leave => ({
  ...{ id, symbol, netQty, ...change },
});

const SUBMISSION: Submission = { key: "a press of a button", batch: 0, bodyHash: Buffer.alloc(32) };

export type ExitRig = ReturnType<typeof createExitRig>;

export function createExitRig() {
  const at = {
    positions: [] as readonly Position[],
    book: [] as readonly BookOrder[],
    /** Of the day. */
    trades: [] as readonly Trade[],
    orders: [] as readonly SentOrder[],
    conversions: [] as readonly Converted[],
    /** undefined: they cannot be read. */
    gtts: [] as readonly BookGtt[] | undefined,
    isRefused: false,
    /** What becomes of the next orders; of those after them as `isRefused` says. */
    fates: [] as Intent["state"][],
    troubleOfDeletions: "",
    /** What the exits make of the positions, at once or after a while. */
    exitsTaken: (): void => undefined,
    waited: (): void => undefined,
    /** Of each turn, what was asked of the broker. */
    turns: [] as (readonly Asked[])[],
    items: [] as number[],
  };
  const connection = {
    accountId: "a",
    port: {
      facts: {},
      positions: async () => at.positions,
      orders: async () => at.book,
      trades: async () => at.trades,
      gtt: {
        list: async () => {
          if (at.gtts === undefined) throw new BrokerError("away", "The broker is away");
          return at.gtts;
        },
      },
    },
    session: {},
  } as unknown as Connection;
  const submitting = {
    known: async () => undefined,
    async submit(_connection: unknown, _submission: unknown, asked: readonly Asked[], from = 0) {
      at.turns.push(asked);
      at.items.push(...asked.map((_, place) => from + place));
      if (asked.some(({ request }) => request.kind === "exit")) at.exitsTaken();
      return asked.map(({ request, refusal }) => {
        const isDeletion = request.kind === "gtt-delete";
        const message = refusal ?? (isDeletion ? at.troubleOfDeletions : at.isRefused ? "No margin" : "");
        const sentAt = refusal === undefined ? new Date(0) : null;
        return {
          ...{ request, message, sentAt, orderId: "1", createdAt: new Date(0) },
          state: at.fates.shift() ?? (message === "" ? "placed" : "refused"),
        };
      });
    },
  } as unknown as Submitting;
  const clock = {
    ...createManualClock(),
    after(_: number, then: () => void) {
      at.waited();
      then();
      return () => undefined;
    },
  };
  const exiting = createExiting({
    ...{ submitting, clock, serially: createSerial() },
    leftovers: createLeftoverGtts({ submitting, clock, intents: { aboutGtts: async () => [] } }),
    listing: {
      byContract: (key: ContractKey) => ({ key, symbol: "", lot: 65, tick: 0.05, largest: 1755 }),
    } as unknown as Listing,
    ledger: async () => ({ sent: at.orders, conversions: at.conversions, unseen: [] }),
    otherExits: async () => ({ since: new Date(0), count: 0 }),
    converting: async () => new Set(),
  });
  const leave = (wish: ExitWish) => exiting(connection, SUBMISSION, wish);
  return Object.assign(at, {
    leave,
    exit: async (positions: readonly Leave[], strategy?: string) =>
      (await leave({ positions, strategy, gtts: [] })).positions,
    /** All that is held. */
    leaveAll: (gtts: GttChoice, strategy?: string) =>
      leave({ positions: at.positions.map((one) => shown(one)), strategy, gtts }),
    /** Everything has traded. */
    closeAll(): void {
      at.positions = at.positions.map((one) => ({ ...one, netQty: 0 }));
    },
    /** An order of the day that was filled. */
    filled(strategy: string, strike: number, side: Side, qty: number, isExit = false): void {
      const orderId = `${at.orders.length}`;
      at.orders = [...at.orders, { orderId, isExit, strategy, product: "MARGIN", after: 0 }];
      at.trades = [...at.trades, { id: orderId, orderId, symbol: `NIFTY ${strike}`, side, qty, price: 1, at: orderId }];
    },
    /** The exits of each turn. */
    sent: () =>
      at.turns.map((asked) =>
        asked.map(({ request }) => {
          if (request.kind !== "exit") throw new Error("no exit");
          const { contract, side, qty, type, productType } = request.order;
          return [contract.strike, side, qty, type, productType];
        }),
      ),
    /** Which GTTs were to be deleted, and why not. */
    deletions: () =>
      at.turns.flatMap((asked) =>
        asked.flatMap(({ request, refusal }) => (request.kind === "gtt-delete" ? [[request.gtt.id, refusal]] : [])),
      ),
  });
}
