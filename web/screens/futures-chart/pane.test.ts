import { atom, createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import type { PaneContext } from "#contract/worker/screen.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

afterEach(() => vi.unstubAllGlobals());

test("another exchange begins without combined OI, also where it was chosen while the chart was not there", async () => {
  stubBrowserGlobals();
  const [{ letters }, { futuresChart }] = await Promise.all([
    import("../../state/pane/letters.ts"),
    import("./pane.ts"),
  ]);
  const contextAtom = atom<PaneContext | undefined>(makePane());
  Object.assign(letters.A, { contextAtom });
  const pane = futuresChart.of({ settings: { stored: () => atom("later") }, letterAtom: atom("A") } as never);
  const store = createStore();
  store.set(pane.coiAtom, true);
  store.set(contextAtom, makePane({ symbol: "TCS" }));
  expect(store.get(pane.coiAtom)).toBe(true);
  store.set(contextAtom, makePane({ exchange: "BSE", symbol: "RELIANCE" }));
  expect(store.get(pane.coiAtom)).toBe(false);
  store.set(contextAtom, makePane());
  expect(store.get(pane.coiAtom)).toBe(false);
});
