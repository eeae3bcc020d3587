import { createStore, Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

vi.mock("uplot", () => ({ default: class {} }));
vi.mock("../../charts/ChartHost.tsx", () => ({ ChartHost: () => null }));
afterEach(() => void vi.unstubAllGlobals());

it("strikes of a candidate's legs have as many decimals as the chain's", async () => {
  stubBrowserGlobals();
  const [{ Detail }, { analyzer }, { ROUTE_MOUNT }, { StrategyProvider }, ...board] = await Promise.all([
    import("./Detail.tsx"),
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("../../kit/strategy/strategy-pane.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
    import("../../state/pane/letters.ts"),
  ]);
  const [{ universeAtom }, { readUniverse }, { letters }] = board;
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  const pane = analyzer.of(ROUTE_MOUNT);
  const context = store.get(pane.contextAtom);
  const date = isoDate("2026-08-18");
  const strikes = Float64Array.of(187.5, 190);
  const side = { token: Float64Array.of(1, 2) };
  const ladder = { strikes, lotSize: 65, ce: side, pe: side };
  const clock = { mode: "live", date, minute: minute(600), speed: 1 };
  store.set(pane.stateAtom, { context, clock, snapshot: { date, ladder } } as never);
  const priced = { price: [9, 8], iv: [0.1, 0.1], base: [9, 8], delta: [0.5, 0.4] };
  const market = { spot: 188, strikes, model: { years: 0.01 }, call: priced, put: priced };
  const frozen = { context, date, minute: 600, market, limits: {} };
  store.set(pane.answerAtom, { frozen, analysis: { packed: new Int32Array(0), strikes }, version: 1 } as never);
  store.set(pane.selectedAtom, { name: "", kind: "Long Call", legs: [{ type: "CE", lots: 1, strike: 190 }] });
  const html = renderToString(
    <Provider store={store}>
      <StrategyProvider value={pane}>
        <Detail />
      </StrategyProvider>
    </Provider>,
  );
  expect(html).toContain("190.00<!-- --> ");
});
