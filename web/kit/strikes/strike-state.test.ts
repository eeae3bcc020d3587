import { atom, createStore } from "jotai";
import { beforeEach, expect, test } from "vitest";
import { aroundAtm, type StrikeChoice, type StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { createStateAtom, type PaneState } from "../../state/pane/pane.ts";
import type { PaneOwn } from "../pane/create-pane.ts";
import type { Setting } from "../pane/mount.ts";
import { RANGE_ALL, RANGE_CUSTOM } from "./ranges.ts";
import { createAtm, createPicks, createStrike, createStrikeChoice, type WithStrikes } from "./strike-state.ts";

const store = createStore();
const stateAtom = createStateAtom<WithStrikes>("test.state");
const initial = store.get(stateAtom);
const contextAtom = atom<PaneContext | undefined>(undefined);
const own: PaneOwn<WithStrikes> = {
  contextAtom,
  stateAtom,
  stored: (_key, first) => atom(first) as never,
  storedText: (_key, first) => atom(first) as never,
};

const contextOf = (symbol: string, expiry = "2026-08-25"): PaneContext => ({
  exchange: "NSE",
  symbol,
  expiry: isoDate(expiry),
  expiries: [isoDate(expiry)],
  futureExpiry: undefined,
  futureExpiries: [],
});

/** The letter turns to another chain; its figures come later. */
const turnTo = (symbol: string, expiry?: string): void => store.set(contextAtom, contextOf(symbol, expiry));

/** A snapshot of the chain that the letter shows. */
function show(atm: number, date = "2026-08-18", strikes = [90, 100, 110, 120, 130]): void {
  const nothing = new Float64Array(strikes.length);
  const list = { strikes: Float64Array.from(strikes), atm, ceOi: nothing, peOi: nothing };
  const next: Partial<PaneState<WithStrikes>> = {
    snapshot: { strikes: list },
    context: store.get(contextAtom),
    clock: { mode: "live", date: isoDate(date), minute: 600 as never, speed: 1 },
  };
  store.set(stateAtom, { ...initial, ...next });
}

const pick = (strike: number): StrikePick => ({ strike, ce: true, pe: false });

beforeEach(() => {
  store.set(stateAtom, initial);
  turnTo("NIFTY");
});

test("a strike that is looked up elsewhere counts until another is chosen here, for its symbol alone", () => {
  const wantedAtom = atom<{ readonly symbol: string; readonly strike: number } | undefined>(undefined);
  const strikeAtom = createStrike(own, undefined, wantedAtom);
  show(100);
  store.set(strikeAtom, 120);
  const look = (symbol: string, strike: number): unknown => {
    store.set(wantedAtom, { symbol, strike });
    return store.get(strikeAtom);
  };
  expect(look("NIFTY", 110)).toBe(110);
  store.set(strikeAtom, 130);
  expect(store.get(strikeAtom)).toBe(130);
  expect(look("NIFTY", 110)).toBe(110); // the same strike again
  expect(look("BANKNIFTY", 900)).toBe(130);
});

test("a strike begins at the money and stays there, as long as the symbol and the day", () => {
  const strikeAtom = createStrike(own);
  expect(store.get(strikeAtom)).toBe("atm");
  show(Number.NaN);
  expect(store.get(strikeAtom)).toBe("atm");
  show(100);
  expect(store.get(strikeAtom)).toBe(100);
  show(110);
  expect(store.get(strikeAtom)).toBe(100);
  show(130, "2026-08-17");
  expect(store.get(strikeAtom)).toBe(130);

  turnTo("BANKNIFTY");
  expect(store.get(strikeAtom)).toBe("atm"); // NIFTY's figures still stand
  show(120);
  expect(store.get(strikeAtom)).toBe(120);
});

test("the user's strike stays through expiries and days, and ends with the symbol", () => {
  const strikeAtom = createStrike(own);
  show(100);
  store.set(strikeAtom, 90);
  turnTo("NIFTY", "2026-09-29");
  show(120, "2026-08-17");
  expect(store.get(strikeAtom)).toBe(90);
  store.set(contextAtom, undefined); // a past day is loading
  expect(store.get(strikeAtom)).toBe(90);
  turnTo("NIFTY");
  expect(store.get(strikeAtom)).toBe(90);
  turnTo("BANKNIFTY");
  show(110);
  expect(store.get(strikeAtom)).toBe(110);
  turnTo("NIFTY");
  show(120);
  expect(store.get(strikeAtom)).toBe(120);
});

test("the user's strike ends with the symbol under Auto ATM, too", () => {
  const autoAtom: Setting<boolean> = atom(false);
  const strikeAtom = createStrike(own, autoAtom);
  show(100);
  store.set(strikeAtom, 90);
  store.set(autoAtom, true);
  for (const symbol of ["BANKNIFTY", "NIFTY"]) {
    turnTo(symbol);
    show(100);
    expect(store.get(strikeAtom)).toBe("atm");
  }
  store.set(autoAtom, false);
  expect(store.get(strikeAtom)).toBe(100);
});

test("Auto ATM follows the money; a choice turns it off", () => {
  const autoAtom: Setting<boolean> = atom(true);
  const strikeAtom = createStrike(own, autoAtom);
  show(100);
  expect(store.get(strikeAtom)).toBe("atm");
  store.set(strikeAtom, 120);
  expect([store.get(autoAtom), store.get(strikeAtom)]).toEqual([false, 120]);
  store.set(autoAtom, true);
  expect(store.get(strikeAtom)).toBe("atm");
});

test("picks are those of the rule at the first money, through expiries and until the user's", () => {
  const picksAtom = createPicks(own, aroundAtm(1));
  expect(store.get(picksAtom)).toBeUndefined();
  show(Number.NaN);
  expect(store.get(picksAtom)).toBeUndefined();
  show(100);
  const first = store.get(picksAtom);
  expect(first?.map(({ strike, ce }) => [strike, ce])).toEqual([
    [90, false],
    [100, true],
    [110, false],
  ]);
  show(120);
  turnTo("NIFTY", "2026-09-29");
  store.set(stateAtom, initial);
  expect(store.get(picksAtom)).toBe(first); // the same object: the derivation is not asked again
  show(120, undefined, [100, 200]);
  expect(store.get(picksAtom)).toBe(first);
  store.set(picksAtom, [pick(130)]);
  show(110, "2026-08-17");
  expect(store.get(picksAtom)).toEqual([pick(130)]);
  turnTo("BANKNIFTY");
  show(120);
  expect(store.get(picksAtom)?.[1]?.strike).toBe(120);
  turnTo("NIFTY");
  show(100);
  expect(store.get(picksAtom)?.[1]?.strike).toBe(100);
});

test("what follows the money follows it", () => {
  const atmAtom = createAtm(own);
  expect(store.get(atmAtom)).toBeNaN();
  show(100);
  show(110);
  expect(store.get(atmAtom)).toBe(110);
});

function makeChoice(range: number, first?: ReturnType<typeof aroundAtm>) {
  const rangeAtom: Setting<number> = atom(range);
  const autoAtom: Setting<boolean> = atom(false);
  const strikes = createStrikeChoice(own, { ranges: [0, 1], rangeAtom, autoAtom, ...(first && { first }) });
  return { ...strikes, autoAtom, choice: (): StrikeChoice => store.get(strikes.choiceAtom) };
}

test("a range stands around the money of the moment when it is chosen", () => {
  const { rangeAtom, centreAtom, autoAtom, choice } = makeChoice(RANGE_ALL);
  show(100);
  expect([choice(), store.get(centreAtom)]).toEqual([{ kind: "all" }, "atm"]);
  show(110);
  store.set(rangeAtom, 1);
  expect(choice()).toEqual({ kind: "around", centre: 110, each: 1 });
  show(120);
  expect(choice()).toEqual({ kind: "around", centre: 110, each: 1 });
  store.set(autoAtom, true);
  expect(choice()).toEqual({ kind: "around", centre: "atm", each: 1 });
  store.set(centreAtom, 90);
  expect(choice()).toEqual({ kind: "around", centre: 90, each: 1 });
});

test("a choice by hand begins with every strike, or with those of a rule", () => {
  const every = makeChoice(RANGE_CUSTOM);
  show(100);
  expect(every.choice()).toEqual({ kind: "all" });
  store.set(every.picksAtom, [pick(90)]);
  expect(every.choice()).toEqual({ kind: "chosen", picks: [pick(90)] });

  store.set(stateAtom, initial);
  const ruled = makeChoice(RANGE_CUSTOM, aroundAtm(0));
  expect(ruled.choice()).toEqual({ kind: "chosen", picks: [] }); // nothing is known yet
  show(110);
  expect(ruled.choice()).toEqual({ kind: "chosen", picks: [{ strike: 110, ce: true, pe: true }] });
});
