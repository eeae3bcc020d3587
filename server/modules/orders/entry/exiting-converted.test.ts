/** The exit of a strategy whose position was converted since it was traded. */
import { expect, test } from "vitest";
import { contractId } from "#contract/domain/instruments.ts";
import { BUY, type Position, SELL, type Trade } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createSerial } from "../../../platform/serial.ts";
import { QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Converted } from "../books/by-strategy.ts";
import type { Asked } from "../intents/submitting.ts";
import { createExiting, type ExitingDeps } from "./exiting.ts";

const symbol = "NFO:NIFTY24600CE";
const held = (productType: Position["productType"], netQty: number) =>
  ({ id: `${symbol} ${productType}`, symbol, contract: QUOTED_CALL, productType, netQty, side: BUY }) as Position;

const trades: readonly Trade[] = [
  { id: "t", orderId: "1", symbol, side: BUY, qty: 130, price: 10, at: "2026-11-23 10:00:00" },
];
const clock = createManualClock();
const moved = (qty: number, at: number): Converted => ({
  ...{ symbol, side: BUY, qty, before: 130, at, surelyBy: Number.POSITIVE_INFINITY, from: "MARGIN", to: "INTRADAY" },
});

interface Asking {
  /** A conversion of the contract. */
  readonly isInDoubt?: boolean;
  /** The product of the position that is to be closed. */
  readonly shown?: Position["productType"];
  /** undefined: the position is closed for none. */
  readonly strategy?: string | undefined;
  readonly positions?: readonly Position[];
}

/** @param looks the broker's positions at one look after the other */
async function exits(
  conversions: readonly Converted[],
  looks: readonly (readonly Position[])[],
  { isInDoubt = false, shown = "MARGIN", ...whose }: Asking = {},
) {
  const asked: Asked[] = [];
  let look = 0;
  const exit = createExiting({
    submitting: {
      known: async () => undefined,
      submit: async (_: unknown, __: unknown, these: readonly Asked[]) => {
        asked.push(...these);
        return these.map(({ request }) => ({
          ...{ request, state: "placed", message: "" },
          orderId: "2",
          sentAt: new Date(0),
        }));
      },
    },
    ledger: async () => ({
      sent: [{ orderId: "1", isExit: false, strategy: "fly", product: "MARGIN", after: 0 }],
      ...{ conversions, unseen: [] },
    }),
    otherExits: async () => ({ since: new Date(0), count: 0 }),
    converting: async () => new Set(isInDoubt ? [contractId(QUOTED_CALL)] : []),
    listing: { byContract: (key: unknown) => ({ key, symbol, lot: 65, tick: 0.05, largest: 1755 }) },
    leftovers: {
      read: async () => [],
      clear: async () => [],
    },
    serially: createSerial(),
    clock: { now: () => clock.now(), after: (_: number, then: () => void) => then() },
  } as unknown as ExitingDeps);
  const port = {
    facts: {},
    positions: async () => looks[Math.min(look++, looks.length - 1)],
    orders: async () => [],
    trades: async () => trades,
  };
  const connection = { accountId: "a", port, session: {} } as unknown as Connection;
  const submission = { key: "a press", batch: 0, bodyHash: Buffer.alloc(32) };
  const wish = { positions: [held(shown, 130)], strategy: "fly", gtts: [], ...whose };
  const { positions, heldBack } = await exit(connection, submission, wish);
  const sent = asked.map(({ request }) =>
    request.kind === "exit" ? [request.order.productType, request.order.side, request.order.qty] : [],
  );
  const reasons = positions.flatMap(({ body }) => ("m" in body && body.s === "error" ? body.m : []));
  return { sent, reasons, heldBack, looks: look };
}

const LATE = "A conversion of it is not confirmed yet: look at the positions";
const BOTH = [`${symbol} MARGIN`, `${symbol} INTRADAY`];
const lagging = [held("MARGIN", 130)];
const done = [held("MARGIN", 0), held("INTRADAY", 130)];

test("it closes what the strategy holds under the new product", async () => {
  const all = await exits([moved(130, 0)], [done], { shown: "INTRADAY" });
  expect(all).toEqual({ sent: [["INTRADAY", SELL, 130]], reasons: [], heldBack: [], looks: 1 });
});

test("positions that lag behind a conversion are read once more: they would be closed twice over, or not at all", async () => {
  const since = clock.now();
  const old = { strategy: undefined, shown: "MARGIN" } as const;
  expect(await exits([moved(130, since)], [lagging, done], old)).toMatchObject({ sent: [], looks: 2 });
  const fresh = await exits([moved(130, since)], [lagging, done], { shown: "INTRADAY" });
  expect(fresh).toMatchObject({ sent: [["INTRADAY", SELL, 130]], looks: 2 });
  expect(await exits([moved(130, since - 5001)], [done], old)).toMatchObject({ looks: 1 });
  // On its way it may be done a moment later, too.
  expect(await exits([], [lagging, done], { ...old, isInDoubt: true })).toMatchObject({ sent: [], looks: 2 });
});

test.each(["MARGIN", "INTRADAY"] as const)(
  "what may have been converted is held back under both products: %s",
  async (shown) => {
    const { sent, reasons, heldBack } = await exits([], [done], { isInDoubt: true, shown });
    expect({ sent, reasons }).toEqual({ sent: [], reasons: [LATE] });
    expect(heldBack.toSorted()).toEqual(BOTH.toSorted());
  },
);

test("while a part may have been converted the rest goes, and the whole is not over", async () => {
  const half = [held("MARGIN", 65), held("INTRADAY", 65)];
  const { sent, heldBack } = await exits([], [half], { isInDoubt: true });
  expect(sent).toEqual([["MARGIN", SELL, 65]]);
  expect(heldBack).toEqual(BOTH);
});

test.each([0, -65])(
  "a hedge is not sold while a short position may have been converted: %i are left of it",
  async (left) => {
    const hedge = {
      ...held("MARGIN", 65),
      id: "hedge",
      symbol: "PE",
      contract: { ...QUOTED_CALL, type: "PE" },
    } as const;
    const asked = { isInDoubt: true, strategy: undefined, positions: [held("MARGIN", -130), hedge] };
    const now = [held("MARGIN", left), held("INTRADAY", -130 - left), hedge];
    const { sent, heldBack } = await exits([], [now], asked);
    expect(sent).toEqual(left === 0 ? [] : [["MARGIN", BUY, 65]]);
    expect(heldBack.toSorted()).toEqual([...BOTH, "hedge"].toSorted());
  },
);

test.each([
  ["MARGIN", "It was closed, or converted at the broker: its contract is held under another product"],
  ["INTRADAY", "The strategy holds nothing of it any more"],
] as const)("without a conversion what is gone is gone: %s", async (shown, reason) => {
  expect(await exits([], [done], { shown })).toEqual({ sent: [], reasons: [reason], heldBack: [], looks: 1 });
});
