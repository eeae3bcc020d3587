import { createStore, Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

const BUTTON = "../../components/controls/Button.tsx";

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock(BUTTON);
});

/** The button is pressed with prices of NIFTY. @param turned the letter's symbol by when the worker has answered */
async function pressed(turned: string) {
  const { storage } = stubBrowserGlobals();
  let press = (): void => undefined;
  vi.doMock(BUTTON, () => ({
    Button: ({ onClick }: { readonly onClick: () => void }) => {
      press = onClick;
      return null;
    },
  }));
  const [{ PayoffDiagram }, { analyzer }, { ROUTE_MOUNT }, { StrategyProvider }, ...board] = await Promise.all([
    import("./PayoffDiagram.tsx"),
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("../../kit/strategy/strategy-pane.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
    import("../../state/navigation.ts"),
    import("../../state/pane/letters.ts"),
  ]);
  const [{ clientAtom, universeAtom }, { readUniverse }, { navigationAtom }, { letters }] = board;
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  const pane = analyzer.of(ROUTE_MOUNT);
  const context = store.get(pane.contextAtom);
  const date = isoDate("2026-08-18");
  const clock = { mode: "live", date, minute: minute(600), speed: 1 };
  const side = { token: Float64Array.of(1) };
  const ladder = { strikes: [24_200], lotSize: 65, ce: side, pe: side };
  store.set(pane.stateAtom, { context, clock, snapshot: { date, spot: { previousSpot: 24_100 }, ladder } } as never);
  const priced = { base: [90_000], delta: [0.5] };
  const market = { spot: 24_200, strikes: [24_200], model: { years: 0.01 }, call: priced, put: priced };
  store.set(pane.takenAtom, { context, date, minute: 600, market, limits: {} } as never);
  const go = vi.fn();
  const job = async () => {
    store.set(letters.A.chooseSymbolAtom, turned);
    return { rows: 0 };
  };
  store.set(clientAtom, { job } as never);
  store.set(navigationAtom, { go } as never);
  renderToString(
    <Provider store={store}>
      <StrategyProvider value={pane}>
        <PayoffDiagram />
      </StrategyProvider>
    </Provider>,
  );
  press();
  await new Promise((resolve) => setTimeout(resolve));
  return { handed: storage.getItem("strategiesExtra"), went: go.mock.calls.flat() };
}

it("hands the checked candidates over with the contracts of their prices, and leads to the payoffs", async () => {
  const { handed, went } = await pressed("NIFTY");
  expect(JSON.parse(handed ?? "{}")).toMatchObject({ prevSpot: 24_100, tokenDictionary: { 1: { strike: 24_200 } } });
  expect(went).toEqual(["/strategy-analyzer-builder"]);
});

it("hands nothing over where the letter has turned to another symbol meanwhile", async () => {
  expect(await pressed("BANKNIFTY")).toEqual({ handed: null, went: [] });
});
