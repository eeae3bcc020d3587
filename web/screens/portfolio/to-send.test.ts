import { atom, createStore } from "jotai";
import { afterEach, expect, it, vi } from "vitest";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("./positions.ts");
});

/** A portfolio whose strategies each have a closing order that no broker has. */
async function portfolio(broker: string, ...symbols: readonly string[]) {
  vi.resetModules();
  const session = JSON.stringify({ isBrokerLogin: true, broker, id: "1", name: "n" });
  stubBrowserGlobals({ isLoggedIn: String(user.expires), broker: session });
  const legs = [makeLeg({ orders: [makeOrder({ isPortfClose: true })] })];
  const shown = symbols.map((symbol) => ({ id: symbol, name: `Fly of ${symbol}`, symbol, legs }));
  vi.doMock("./positions.ts", () => ({ shownAtom: atom(shown), isLivingAtom: atom(() => () => true) }));
  const { toSendAtom, notSentAtom, canTradeAtom } = await import("./to-send.ts");
  const store = createStore();
  return {
    sent: store.get(toSendAtom).map(({ id }) => id),
    notSent: store.get(notSentAtom),
    canTrade: store.get(canTradeAtom),
  };
}

it("what the broker does not trade is left out, and is named", async () => {
  expect(await portfolio("dhan", "NIFTY", "SENSEX")).toEqual({
    sent: ["NIFTY"],
    notSent: "Not sent, for the broker does not trade on BSE: Fly of SENSEX.",
    canTrade: true,
  });
  expect(await portfolio("dhan", "SENSEX")).toMatchObject({ sent: [], canTrade: false });
});

it("a broker that trades on both exchanges is sent all", async () => {
  const all = { sent: ["NIFTY", "SENSEX"], notSent: "", canTrade: true };
  expect(await portfolio("fyers", "NIFTY", "SENSEX")).toEqual(all);
  expect(await portfolio("fyers", "SENSEX")).toMatchObject({ sent: ["SENSEX"], canTrade: true });
});
