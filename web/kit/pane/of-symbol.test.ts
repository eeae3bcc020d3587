import { atom, createStore } from "jotai";
import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { ofSymbolAndDay } from "./of-symbol.ts";

const context = (symbol: string, date?: string): PaneContext =>
  ({ symbol, ...(date && { day: { date: isoDate(date), source: "sim" } }) }) as PaneContext;

test("what is written for a symbol and day that was left is there again with both, and nowhere else", () => {
  const store = createStore();
  const contextAtom = atom<PaneContext | undefined>(context("NIFTY"));
  const one = ofSymbolAndDay<string>({ contextAtom });
  store.set(contextAtom, context("BANKNIFTY"));
  store.set(one, "a straddle", context("NIFTY"));
  expect(store.get(one)).toBeUndefined();
  store.set(contextAtom, context("NIFTY", "2026-11-19"));
  expect(store.get(one)).toBeUndefined();
  store.set(contextAtom, context("NIFTY"));
  expect(store.get(one)).toBe("a straddle");
  store.set(one, "two");
  expect(store.get(one)).toBe("two");
});

test("what is written for another symbol, there or from afar, takes nothing from this one", () => {
  const store = createStore();
  const contextAtom = atom<PaneContext | undefined>(context("NIFTY"));
  const one = ofSymbolAndDay<string>({ contextAtom });
  store.set(one, "a straddle");
  store.set(contextAtom, context("BANKNIFTY"));
  store.set(one, "a strangle");
  store.set(one, "the same, filled", context("NIFTY"));
  expect(store.get(one)).toBe("a strangle");
  expect(store.get(one.atAtom)(context("NIFTY"))).toBe("the same, filled");
  store.set(contextAtom, context("NIFTY"));
  expect(store.get(one)).toBe("the same, filled");
});
