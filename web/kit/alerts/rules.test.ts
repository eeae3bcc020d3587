import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";
import type { AlertDraft, AlertSubject } from "./rules.ts";

beforeEach(() => {
  vi.resetModules();
  stubBrowserGlobals({});
});
afterEach(() => vi.unstubAllGlobals());
const load = () => import("./rules.ts");

const SUBJECT: AlertSubject = {
  screen: "straddle-strangle",
  exchange: "NSE",
  symbol: "NIFTY",
  expiry: "2026-08-18" as AlertSubject["expiry"],
  params: '{"ce":24200,"pe":24200}',
};
const BELOW: AlertDraft = { left: "Straddle", leftLine: "main", condition: "cross_below", right: 55, rightLine: "" };

describe("a rule", () => {
  test("has an id of its parts, and words", async () => {
    const { makeRule, ruleText, firedText } = await load();
    const rule = makeRule(BELOW, SUBJECT, 1_755_500_000_000);
    expect(rule.id).toBe("Straddle_cross_below_55_1755500000000");
    expect(ruleText(rule)).toBe("Straddle cross below 55");
    expect(firedText(rule)).toBe("Alert triggered: Straddle cross below 55");
    const line = makeRule(
      { ...BELOW, condition: "cross_above", right: "Cmbd Vwap", rightLine: "cmbdVwap" },
      SUBJECT,
      1,
    );
    expect(firedText(line)).toBe("Alert triggered: Straddle cross above Cmbd Vwap");
  });

  test("names its pair beside its words, which rules of several pairs share", async () => {
    const { makeRule, ruleText, subjectText } = await load();
    const rule = makeRule(BELOW, { ...SUBJECT, name: "24,200" }, 1);
    expect([ruleText(rule), subjectText(rule)]).toEqual(["Straddle cross below 55", "NIFTY 2026-08-18 24,200"]);
    expect(subjectText(rule, "18 Aug")).toBe("NIFTY 18 Aug 24,200");
    expect(subjectText(SUBJECT)).toBe("NIFTY 2026-08-18");
    vi.resetModules();
    stubBrowserGlobals({ "alerts-straddle": JSON.stringify([rule]) });
    const { alertRulesAtom } = await load();
    expect((await import("jotai")).createStore().get(alertRulesAtom)).toEqual([rule]);
  });

  test("on a condition says the condition alone, and is kept", async () => {
    const { makeRule, firedText } = await load();
    const rule = makeRule(
      { left: "Pcr > 1.2", leftLine: "own:[pcr] > 1.2", condition: "holds", right: 0, rightLine: "" },
      SUBJECT,
      1,
    );
    expect(firedText(rule)).toBe("Alert triggered: Pcr > 1.2");
    vi.resetModules();
    stubBrowserGlobals({ "alerts-straddle": JSON.stringify([rule]) });
    const { alertRulesAtom } = await load();
    expect((await import("jotai")).createStore().get(alertRulesAtom)).toEqual([rule]);
  });

  test("rules on the same lines are watched together", async () => {
    const { groupRules, makeRule } = await load();
    const one = makeRule(BELOW, SUBJECT, 1);
    const two = makeRule({ ...BELOW, right: 50 }, SUBJECT, 2);
    const other = makeRule(BELOW, { ...SUBJECT, params: '{"ce":24250,"pe":24250}' }, 3);
    expect(groupRules([one, other, two])).toEqual([[one, two], [other]]);
    // A watch of its own each: it is known by its symbol, and would begin again where the first rule of several goes.
    const market = { ...SUBJECT, isFuture: true, isMarket: true } as const;
    const [first, second] = ["NIFTY", "BANKNIFTY"].map((symbol, i) => makeRule(BELOW, { ...market, symbol }, i));
    expect(groupRules([first!, second!])).toEqual([[first], [second]]);
  });

  test("a rule on the whole market's futures goes on where its board's symbol is no longer listed", async () => {
    const { isListed } = await load();
    const { readUniverse } = await import("../../state/market/universe.ts");
    const universe = readUniverse(initList);
    const expiry = universe.futureExpiries.NSE?.[0] ?? SUBJECT.expiry;
    const gone = { ...SUBJECT, symbol: "GONE", expiry, isFuture: true } as const;
    expect(isListed(universe, gone)).toBe(false);
    expect(isListed(universe, { ...gone, isMarket: true })).toBe(true);
  });

  test("is armed while the live market lists its contract, whatever day the board looks at", async () => {
    const { makeRule, alertRulesAtom, armedRulesAtom } = await load();
    const { isHistoryAtom, liveListAtom } = await import("../../state/clock/day.ts");
    const { readUniverse } = await import("../../state/market/universe.ts");
    const store = (await import("jotai")).createStore();
    const universe = readUniverse(initList);
    const [listed = SUBJECT.expiry] = universe.expiries.NSE?.["NIFTY"] ?? [];
    const rule = makeRule(BELOW, { ...SUBJECT, expiry: listed }, 1);
    const expired = makeRule(BELOW, { ...SUBJECT, expiry: "2020-01-30" as AlertSubject["expiry"] }, 2);
    store.set(alertRulesAtom, [rule, expired]);
    expect(store.get(armedRulesAtom)).toEqual([]);
    store.set(isHistoryAtom, true);
    store.set(liveListAtom, universe);
    expect(store.get(armedRulesAtom)).toEqual([rule]);
  });

  test("is kept under its key, and what has another shape counts as none", async () => {
    const rule = (await load()).makeRule(BELOW, SUBJECT, 1);
    for (const [text, count] of [
      [JSON.stringify([rule]), 1],
      [JSON.stringify([{ ...rule, right: "" }]), 0],
      [JSON.stringify([{ ...rule, condition: "is" }]), 0],
      ["{", 0],
    ] as const) {
      vi.resetModules();
      stubBrowserGlobals({ "alerts-straddle": text });
      const { alertRulesAtom } = await load();
      const { createStore } = await import("jotai");
      expect(createStore().get(alertRulesAtom)).toHaveLength(count);
    }
  });
});
