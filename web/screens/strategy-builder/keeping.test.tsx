/** What is kept and opened while the letter may turn to another symbol. */
import { createStore, Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList, user } from "../../testing/market-data.ts";

interface ButtonProps {
  readonly onClick: () => void;
  readonly children: string;
}

const BUTTON = "../../components/controls/Button.tsx";

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock(BUTTON);
});

const held = [settled(makeLeg({}), [makeOrder({})], { unitsPerLot: 65, decimals: 2 })];

async function opened() {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: "1d4a" }) });
  const presses: Record<string, () => void> = {};
  vi.doMock(BUTTON, () => ({
    Button: ({ children, onClick }: ButtonProps) => {
      presses[children] = onClick;
      return null;
    },
  }));
  const [{ OlderSavePanel }, { openSaved }, { olderBuilder }, { ROUTE_MOUNT }, ...board] = await Promise.all([
    import("../../kit/strategy/older/OlderSavePanel.tsx"),
    import("./open-saved.ts"),
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("../../kit/strategy/strategy-pane.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
    import("../../state/pane/letters.ts"),
  ]);
  const [{ StrategyProvider }, { universeAtom }, { readUniverse }, { letters }] = board;
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  const pane = olderBuilder.of(ROUTE_MOUNT);
  const valuation = { legs: [], delta: 1, theta: 1, gamma: 1, vega: 1, pop: { percent: 41 } };
  const snapshot = { date: isoDate("2026-08-18"), minute: minute(600), spot: { spot: 24_200 }, valuation };
  store.set(pane.stateAtom, { context: store.get(pane.contextAtom), snapshot } as never);
  store.set(pane.legsAtom, held);
  renderToString(
    <Provider store={store}>
      <StrategyProvider value={pane}>
        <OlderSavePanel pane={pane} />
      </StrategyProvider>
    </Provider>,
  );
  /** The server answers to a save once the letter has turned. */
  async function save(turned: string): Promise<void> {
    let isAnswered = false;
    vi.stubGlobal("fetch", async (url: string) => {
      if (url.endsWith("key")) return Response.json({ key: null });
      store.set(letters.A.chooseSymbolAtom, turned);
      isAnswered = true;
      return Response.json({ status: "success", message: "Saved" });
    });
    presses["Save on Cloud"]?.();
    await vi.waitFor(() => expect(isAnswered).toBe(true), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  async function open(turned: string): Promise<void> {
    const { olderForm } = await import("../../kit/strategy/older/older-saves.ts");
    const saved = olderForm({
      ...{ name: "Fly", symbol: "NIFTY", date: snapshot.date, legs: held, spot: 24_200 },
      valuation: valuation as never,
    });
    if (!saved) throw new Error("no form");
    store.set(pane.clearAtom);
    const opening = openSaved(store, pane, saved, "local");
    store.set(letters.A.chooseSymbolAtom, turned);
    await opening;
  }
  const turn = (symbol: string): void => store.set(letters.A.chooseSymbolAtom, symbol);
  return { store, pane, save, open, turn };
}

it("what is saved is open, and has nothing that is not saved", async () => {
  const { store, pane, save } = await opened();
  await save("NIFTY");
  expect(store.get(pane.selectedAtom)).toMatchObject({ db: "cloud" });
  expect(store.get(pane.savedLegsAtom)).toBe(held);
});

it("what another symbol's page holds by the end of a save is not what was saved", async () => {
  const { store, pane, save } = await opened();
  await save("BANKNIFTY");
  expect(store.get(pane.contextAtom)?.symbol).toBe("BANKNIFTY");
  expect(store.get(pane.selectedAtom)).toBeUndefined();
  expect(store.get(pane.savedLegsAtom)).toBeUndefined();
});

it("what is deleted while its legs are put away leaves them unsaved", async () => {
  const { losesLegs } = await import("../../kit/strategy/legs/loses-legs.ts");
  const { store, pane, open, turn } = await opened();
  await open("NIFTY");
  const selected = store.get(pane.selectedAtom);
  if (!selected) throw new Error("nothing is open");
  turn("BANKNIFTY");
  store.set(pane.forgetSelectedAtom, { ...selected, db: "cloud" });
  expect(losesLegs(store.get, pane)).toBe(false);
  store.set(pane.forgetSelectedAtom, selected);
  expect(losesLegs(store.get, pane)).toBe(true);
});

it("legs are opened on the page of their symbol alone", async () => {
  const { store, pane, open } = await opened();
  await open("NIFTY");
  expect(store.get(pane.legsAtom)).toHaveLength(1);
  await open("BANKNIFTY");
  expect(store.get(pane.legsAtom)).toEqual([]);
});
