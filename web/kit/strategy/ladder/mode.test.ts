import { atom, createStore } from "jotai";
import { expect, it } from "vitest";
import type { PaneContext } from "#contract/worker/screen.ts";
import { createModeAtom } from "./mode.ts";

it("another expiry or symbol begins with options, and so does a return", () => {
  const store = createStore();
  const at = (symbol: string, expiry: string): PaneContext => ({ symbol, expiry }) as PaneContext;
  const contextAtom = atom<PaneContext | undefined>(at("NIFTY", "2026-11-24"));
  const modeAtom = createModeAtom(contextAtom);
  store.sub(modeAtom, () => undefined);
  for (const elsewhere of [at("NIFTY", "2026-12-01"), at("BANKNIFTY", "2026-11-24")]) {
    store.set(modeAtom, "Futures");
    store.set(contextAtom, undefined); // a past day loads
    expect(store.get(modeAtom)).toBe("Futures");
    store.set(contextAtom, elsewhere);
    expect(store.get(modeAtom)).toBe("Options");
    store.set(contextAtom, at("NIFTY", "2026-11-24"));
    expect(store.get(modeAtom)).toBe("Options");
  }
});
