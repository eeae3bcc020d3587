import { atom, createStore } from "jotai";
import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { ofStay } from "./of-stay.ts";

const context = (symbol: string, date?: string): PaneContext =>
  ({ symbol, ...(date && { day: { date: isoDate(date), source: "sim" } }) }) as PaneContext;

function open(outlivesDay = false) {
  const store = createStore();
  const contextAtom = atom<PaneContext | undefined>(context("NIFTY"));
  const outlivesDayAtom = atom(outlivesDay);
  const one = ofStay<string>({ contextAtom }, outlivesDayAtom);
  store.sub(one, () => undefined);
  return { store, one, turn: (to: PaneContext | undefined) => store.set(contextAtom, to), outlivesDayAtom };
}

it("a return to the symbol or to the day is another stay; what was left stays until something is written", () => {
  const { store, one, turn } = open();
  store.set(one, "a straddle");
  turn(undefined); // a past day loads
  expect(store.get(one)).toBe("a straddle");
  for (const elsewhere of [context("BANKNIFTY"), context("NIFTY", "2026-11-19")]) {
    turn(elsewhere);
    expect(store.get(one)).toBeUndefined();
    turn(context("NIFTY"));
    expect(store.get(one)).toBeUndefined();
    expect(store.get(one.leftAtom)).toMatchObject({ stay: { ofSymbol: { symbol: "NIFTY" } }, value: "a straddle" });
    store.set(one, "a straddle");
    expect(store.get(one.leftAtom)).toBeUndefined();
  }
});

it("what outlives the day goes along to another one, and ends with the symbol", () => {
  const { store, one, turn, outlivesDayAtom } = open(true);
  store.set(one, "a straddle");
  turn(context("NIFTY", "2026-11-19"));
  expect(store.get(one)).toBe("a straddle");
  store.set(outlivesDayAtom, false);
  expect(store.get(one)).toBeUndefined();
  store.set(outlivesDayAtom, true);
  turn(context("BANKNIFTY"));
  turn(context("NIFTY", "2026-11-19"));
  expect(store.get(one)).toBeUndefined();
});

it("one state notices what another one of its pane saw", () => {
  const store = createStore();
  const contextAtom = atom<PaneContext | undefined>(context("NIFTY"));
  const read = ofStay<string>({ contextAtom });
  const unread = ofStay<string>({ contextAtom });
  store.set(unread, "3 lots");
  store.sub(read, () => undefined);
  store.set(contextAtom, context("BANKNIFTY"));
  store.set(contextAtom, context("NIFTY"));
  expect(store.get(unread)).toBeUndefined();
});

it("what was left is amended where it is, and is no part of the new stay", () => {
  const { store, one, turn } = open();
  store.set(one.amendAtom, () => "nothing was written");
  expect(store.get(one)).toBeUndefined();
  store.set(one, "a straddle");
  turn(context("BANKNIFTY"));
  store.set(one.amendAtom, (value) => `${value}, traded`);
  expect(store.get(one)).toBeUndefined();
  expect(store.get(one.leftAtom)).toMatchObject({
    stay: { ofSymbol: { symbol: "NIFTY" } },
    value: "a straddle, traded",
  });
});
