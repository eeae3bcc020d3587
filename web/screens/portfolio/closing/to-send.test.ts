import { atom, createStore } from "jotai";
import { afterEach, expect, it, vi } from "vitest";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { CALL } from "../../../state/orders/__fixtures__/contract.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { user } from "../../../testing/market-data.ts";
import type { HeldStrategy } from "../book/book.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("../book/positions.ts");
});

type Orders = Parameters<typeof makeOrder>[0][];
const CLOSING: Orders = [{ isPortfClose: true }];
/** Portfolio whose strategies each have a closing order that no broker has. */
const portfolio = (broker: string | undefined, ...symbols: readonly string[]) =>
  portfolioOf(broker, Object.fromEntries(symbols.map((symbol) => [symbol, CLOSING])));

/** @param strategies the orders of each, by its symbol */
async function portfolioOf(broker: string | undefined, strategies: Readonly<Record<string, Orders>>) {
  vi.resetModules();
  const session = broker && JSON.stringify({ isBrokerLogin: true, broker, id: "1", name: "n" });
  stubBrowserGlobals({ isLoggedIn: String(user.expires), ...(session && { broker: session }) });
  const shown = Object.entries(strategies).map(([symbol, orders]) => ({
    ...{ id: symbol, name: `Fly of ${symbol}`, symbol },
    legs: [makeLeg({ orders: orders.map((order, i) => makeOrder({ id: `${symbol} ${i}`, ...order })) })],
  }));
  vi.doMock("../book/positions.ts", () => ({ shownAtom: atom(shown), isLivingAtom: atom(() => () => true) }));
  const { toSendAtom, notSentAtom, openingAtom, canTradeAtom } = await import("./to-send.ts");
  const store = createStore();
  return {
    sent: store.get(toSendAtom).map(({ id }) => id),
    notSent: store.get(notSentAtom),
    opening: store.get(openingAtom),
    canTrade: store.get(canTradeAtom),
  };
}

it("what the broker does not trade is left out, and is named", async () => {
  expect(await portfolio("dhan", "NIFTY", "SENSEX")).toMatchObject({
    sent: ["NIFTY"],
    notSent: "Not sent, for the broker does not trade on BSE: Fly of SENSEX.",
    canTrade: true,
  });
  expect(await portfolio("dhan", "SENSEX")).toMatchObject({ sent: [], canTrade: false });
});

it("a broker that trades on both exchanges is sent all", async () => {
  const all = { sent: ["NIFTY", "SENSEX"], notSent: "", canTrade: true };
  expect(await portfolio("fyers", "NIFTY", "SENSEX")).toMatchObject(all);
  expect(await portfolio("fyers", "SENSEX")).toMatchObject({ sent: ["SENSEX"], canTrade: true });
});

it("without a broker nothing is left out: 'Trade' leads to where one is connected", async () => {
  const all = { sent: ["NIFTY", "SENSEX"], notSent: "", canTrade: true };
  expect(await portfolio(undefined, "NIFTY", "SENSEX")).toMatchObject(all);
  expect(await portfolio(undefined, "SENSEX")).toMatchObject({ sent: ["SENSEX"], canTrade: true });
});

it("a strategy that no broker has, or not all of, is named: what closes it opens a position", async () => {
  const sold = { action: "sell", contracts: 2, isTraded: true } as const;
  const planned = { ...sold, isTraded: false };
  const closing = (contracts: number) => ({ action: "buy", contracts, isPortfClose: true }) as const;
  const openingOf = async (strategies: Readonly<Record<string, Orders>>) =>
    (await portfolioOf("fyers", strategies)).opening;
  expect(await openingOf({ NIFTY: [sold, closing(2)], SENSEX: [sold, closing(1)] })).toBe("");
  expect(await openingOf({ NIFTY: [planned, closing(2)], SENSEX: [sold, closing(2)] })).toBe(
    "Nothing of Fly of NIFTY was traded: these orders open a position.",
  );
  expect(await openingOf({ NIFTY: [planned, closing(2)], SENSEX: [sold, planned, closing(4)] })).toBe(
    "Nothing of Fly of NIFTY was traded. Only a part of Fly of SENSEX was traded: these orders open a position.",
  );
});

it("of a strategy and its copy, whose closing orders have the same ids, one is sent at a time", async () => {
  const closing = [{ id: "1111111111", isPortfClose: true }];
  expect(await portfolioOf("fyers", { NIFTY: closing, BANKNIFTY: closing, SENSEX: CLOSING })).toMatchObject({
    sent: ["NIFTY", "SENSEX"],
    notSent: "Sent in a press after this one, for its orders are those of another: Fly of BANKNIFTY.",
  });
  const traded = closing.map((order) => ({ ...order, isTraded: true }));
  expect(await portfolioOf("fyers", { NIFTY: traded, BANKNIFTY: closing })).toMatchObject({ notSent: "" });
});

it("what comes of a copy's orders is booked on the copy alone: what was traded of the other stays as it is", async () => {
  const { booking } = await import("./to-send.ts");
  const legOf = (...orders: Orders) => makeLeg({ orders: orders.map(makeOrder) });
  const closing = { id: "1", isPortfClose: true } as const;
  const details = { id: "2608180412", price: 25, qty: 75, at: "" };
  const traded = { ...closing, isTraded: true, ordExcDetails: details };
  const listed = [
    { id: "1", contract: { ...CALL, strategy: "copy" } },
    { id: "2", contract: { ...CALL, strategy: "first" } },
  ];
  const book = (s: "ok" | "error", listedNow = listed) => {
    const response = { s, orderType: "Limit", ordExcDetails: { ...details, id: "2608180413" } } as const;
    const { ids, edit } = booking(listedNow, { 1: response, 2: response });
    const edited = (id: string, leg: ReturnType<typeof legOf>) => edit(leg, { id, symbol: "NIFTY" } as HeldStrategy);
    return { ids, edited };
  };
  const [first, copy] = [legOf(traded), legOf(closing)];
  expect(book("error").edited("first", first)).toBe(first);
  expect(book("error").edited("copy", copy)).toBe(copy);
  expect(book("ok").edited("first", first)).toBe(first);
  expect(book("ok").edited("copy", copy).orders).toMatchObject([
    { isTraded: true, ordExcDetails: { id: "2608180413" } },
  ]);
  // The other may have a closing order of its own in the same press.
  const both = legOf(traded, { id: "2", isPortfClose: true });
  expect(book("ok").ids).toEqual(["copy", "first"]);
  expect(book("ok").edited("first", both).orders).toMatchObject([
    { id: "1", isTraded: true, ordExcDetails: details },
    { id: "2", isTraded: true, ordExcDetails: { id: "2608180413" } },
  ]);
});
