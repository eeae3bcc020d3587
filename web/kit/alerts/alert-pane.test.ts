import { atom, createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneContext, PaneScope } from "#contract/worker/screen.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";
import type { AlertPane } from "./alert-pane.ts";

const [WEEKLY, NOV, DEC] = [isoDate("2026-11-10"), isoDate("2026-11-24"), isoDate("2026-12-29")];
/** A currency's own: nothing else has it. */
const CURRENCY = isoDate("2026-11-23");

beforeEach(() => {
  vi.resetModules();
  stubBrowserGlobals();
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  const [{ alertLevels, subjectOf }, { makeRule, alertRulesAtom, armedRulesAtom }, { contextOf }] = await Promise.all([
    import("./alert-pane.ts"),
    import("./rules.ts"),
    import("./ArmedAlerts.tsx"),
  ]);
  const { liveListAtom } = await import("../../state/clock/day.ts");
  const { readUniverse } = await import("../../state/market/universe.ts");
  const universe = readUniverse(initList);
  const list = (futures: readonly PaneContext["expiry"][], options = [NOV, DEC]) =>
    store.set(liveListAtom, {
      ...universe,
      expiries: { NSE: { NIFTY: options, USDINR: [CURRENCY] } },
      futureExpiries: { NSE: futures },
    });
  const store = createStore();
  const paneOf = (scope: readonly PaneScope[], context: Partial<PaneContext>): AlertPane => ({
    screen: { id: "futures-chart", scope },
    stateAtom: atom({ status: "loading" as const } as never),
    contextAtom: atom(
      makePane({
        symbol: "NIFTY",
        expiry: WEEKLY,
        expiries: [WEEKLY, NOV, DEC],
        futureExpiries: [CURRENCY, NOV, DEC],
        ...context,
      }),
    ),
    paramsAtom: atom({}),
    ownLinesAtom: atom({}),
  });
  const ruleOf = (pane: AlertPane) => {
    const subject = subjectOf(store.get, pane);
    if (!subject) throw new Error("nothing to make a rule of");
    const draft = { left: "Price", leftLine: "price", condition: "cross_above", right: 24_600, rightLine: "" } as const;
    return makeRule(draft, subject, 1);
  };
  return { store, list, paneOf, ruleOf, alertLevels, contextOf, alertRulesAtom, armedRulesAtom, subjectOf };
}

test("a rule on a future is watched on that future, and drawn on no other one's chart", async () => {
  const { store, list, paneOf, ruleOf, contextOf, alertRulesAtom, alertLevels } = await open();
  const rule = ruleOf(paneOf(["symbol", "futureExpiry"], { futureExpiry: DEC }));
  list([CURRENCY, NOV, DEC]);
  expect(rule.expiry).toBe(DEC);
  expect(store.get(contextOf(rule))).toMatchObject({ futureExpiry: DEC, spotExpiry: NOV, expiry: NOV });
  store.set(alertRulesAtom, [rule]);
  const drawn = (pane: AlertPane) => alertLevels(store.get, pane, [{ id: "price" }]).length;
  expect(drawn(paneOf(["symbol", "futureExpiry"], { futureExpiry: DEC, expiry: NOV }))).toBe(1);
  expect(drawn(paneOf(["symbol", "futureExpiry"], { futureExpiry: NOV }))).toBe(0);
  expect(drawn(paneOf(["symbol", "expiry"], { expiry: DEC }))).toBe(0);
});

test("it rests when its future has expired, whatever options there are", async () => {
  const { store, list, paneOf, ruleOf, alertRulesAtom, armedRulesAtom } = await open();
  const rule = ruleOf(paneOf(["symbol", "futureExpiry"], { futureExpiry: NOV }));
  store.set(alertRulesAtom, [rule]);
  list([NOV, DEC], [DEC]);
  expect(store.get(armedRulesAtom)).toEqual([rule]);
  list([DEC], [NOV, DEC]);
  expect(store.get(armedRulesAtom)).toEqual([]);
});

test("a screen of one symbol has that symbol's future, one of the market the chosen one", async () => {
  const { store, paneOf, subjectOf } = await open();
  const of = (scope: readonly PaneScope[]) => subjectOf(store.get, paneOf(scope, { futureExpiry: CURRENCY }));
  expect(of(["symbol", "futureExpiry"])?.expiry).toBe(NOV);
  expect(of(["futureExpiry"])?.expiry).toBe(CURRENCY);
  expect(subjectOf(store.get, paneOf(["futureExpiry"], { futureExpiry: undefined }))).toBeUndefined();
});

test("a rule on the whole market stays where its letter turns to another symbol, and names none", async () => {
  const { store, paneOf, ruleOf, alertRulesAtom, alertLevels } = await open();
  const { subjectText } = await import("./rules.ts");
  const levelsOf = (scope: readonly PaneScope[], symbol: string) =>
    alertLevels(store.get, paneOf(scope, { symbol, futureExpiry: NOV }), [{ id: "price" }]).length;
  const rule = ruleOf(paneOf(["futureExpiry"], { futureExpiry: NOV }));
  expect(subjectText(rule)).toBe("NSE 2026-11-24");
  store.set(alertRulesAtom, [rule]);
  expect(levelsOf(["futureExpiry"], "BANKNIFTY")).toBe(1);
  const own = ruleOf(paneOf(["symbol", "futureExpiry"], { futureExpiry: NOV }));
  store.set(alertRulesAtom, [own]);
  expect(levelsOf(["symbol", "futureExpiry"], "BANKNIFTY")).toBe(0);
});

test("a rule keeps the short name of what its lines are of", async () => {
  const { paneOf, ruleOf } = await open();
  const pane = { ...paneOf(["symbol", "expiry"], {}), alertNameAtom: atom("24,200") };
  expect(ruleOf(pane).name).toBe("24,200");
});

test("a rule on options is watched beside the market's nearest future, not a currency's own", async () => {
  const { store, list, paneOf, ruleOf, contextOf } = await open();
  list([CURRENCY, NOV, DEC]);
  const { isFuture, ...rule } = ruleOf(paneOf(["symbol", "expiry"], { expiry: DEC }));
  expect(isFuture).toBeUndefined();
  expect(store.get(contextOf(rule))).toMatchObject({ expiry: DEC, futureExpiry: NOV, spotExpiry: NOV });
});
