import { createStore } from "jotai";
import { afterEach, expect, it, vi } from "vitest";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";

afterEach(() => void vi.unstubAllGlobals());

it("what is cleared begins with options and the payoff again", async () => {
  stubBrowserGlobals();
  const [{ builder }, { ROUTE_MOUNT }, { universeAtom }, { readUniverse }] = await Promise.all([
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
  ]);
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  const { legsAtom, modeAtom, viewAtom, clearAtom } = builder.of(ROUTE_MOUNT);
  const leg = { id: "1", orders: [] } as Partial<StrategyLeg> as StrategyLeg;
  store.set(legsAtom, [leg]);
  store.set(modeAtom, "Futures");
  store.set(viewAtom, "map");
  expect([store.get(modeAtom), store.get(viewAtom)]).toEqual(["Futures", "map"]);
  store.set(clearAtom);
  store.set(legsAtom, [leg]);
  expect([store.get(modeAtom), store.get(viewAtom)]).toEqual(["Options", "payoff"]);
});
