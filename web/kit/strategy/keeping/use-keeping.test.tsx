import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { user } from "../../../testing/market-data.ts";
import type { SaveChoice } from "./SaveForm.tsx";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const legs = (strike: number) => [
  settled(makeLeg({ strike }), [makeOrder({ action: "sell" })], { unitsPerLot: 65, decimals: 2 }),
];

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** A builder whose first save is on its way. */
async function saving() {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }) });
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { useSave } = await import("./use-keeping.ts");
  const { store, pane, render } = await makeBuilderPane(legs(24_200));
  let save: ((choice: SaveChoice) => Promise<string>) | undefined;
  function Press() {
    save = useSave();
    return null;
  }
  render(<Press />);
  let say = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    say = resolve;
  });
  const asked = vi.fn();
  vi.stubGlobal("fetch", async (url: string, init?: { readonly body: string }) => {
    if (url.endsWith("key")) return Response.json({ key: null });
    asked();
    await answered;
    const { id } = JSON.parse(init?.body ?? "{}");
    return Response.json({ message: "Saved", saveDetails: { id, name: "Fly", portfolio: "My Portfolio" } });
  });
  const saved = save?.({ name: "Fly" });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  const answer = async (): Promise<void> => {
    say();
    await saved;
  };
  return { store, pane, answer };
}

it("a first save opens the strategy that it kept, with what was changed of it meanwhile", async () => {
  const { store, pane, answer } = await saving();
  store.set(pane.legsAtom, [...store.get(pane.legsAtom), ...legs(24_300)]);
  const id = store.get(pane.strategyIdAtom);
  await answer();
  expect(store.get(pane.openAtom)).toMatchObject({ id, name: "Fly" });
  expect(store.get(pane.savedLegsAtom)).toEqual(legs(24_200));
});

it("a strategy that was begun meanwhile is not the one that the first save kept", async () => {
  const { store, pane, answer } = await saving();
  store.set(pane.clearAtom);
  store.set(pane.legsAtom, legs(24_500));
  const id = store.get(pane.strategyIdAtom);
  await answer();
  expect([store.get(pane.openAtom), store.get(pane.savedLegsAtom)]).toEqual([undefined, undefined]);
  expect(store.get(pane.strategyIdAtom)).toBe(id);
});

it("a kept strategy that is opened is looked at as it is, not as the one before was thought to be", async () => {
  stubBrowserGlobals();
  vi.doMock("../../../state/saved/strategies.ts", async (actual) => {
    const { atom } = await import("jotai");
    const kept = { symbolName: "NIFTY", strategy: legs(24_500) };
    return { ...(await actual<object>()), loadStrategyAtom: atom(null, () => ({ kept, keptRevision: 3 })) };
  });
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { useLoad } = await import("./use-keeping.ts");
  const { store, pane, render } = await makeBuilderPane(legs(24_200));
  store.set(pane.whatIfAtom, { spot: 23_000, daysLeft: 1, iv: { all: 0.2, byExpiry: {} } });
  store.set(pane.panelAtom, "load");
  expect(store.get(pane.isUnsavedAtom)).toBe(true);
  let load: ReturnType<typeof useLoad> | undefined;
  function Press() {
    load = useLoad();
    return null;
  }
  render(<Press />);
  await load?.({ id: "fly", name: "Fly", portfolio: "" } as never);
  vi.doUnmock("../../../state/saved/strategies.ts");
  expect(store.get(pane.whatIfAtom)).toEqual({ iv: { all: 0, byExpiry: {} } });
  expect(store.get(pane.legsAtom)).toEqual(legs(24_500));
  expect([store.get(pane.openAtom), store.get(pane.panelAtom), store.get(pane.isUnsavedAtom)]).toEqual([
    expect.objectContaining({ id: "fly", keptRevision: 3 }),
    "ladder",
    false,
  ]);
});
