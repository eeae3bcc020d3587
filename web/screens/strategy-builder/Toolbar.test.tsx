import { createStore, Provider } from "jotai";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { nameOfOrder } from "../../state/orders/order-name.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

const pressed = vi.hoisted(() => new Map<unknown, () => void>());
vi.mock("../../components/controls/Button.tsx", () => ({
  Button: ({ children, onClick }: { readonly children: unknown; readonly onClick: () => void }) => {
    pressed.set(children, onClick);
    return null;
  },
}));
vi.mock("../../kit/strategy/trade/TradeButton.tsx", () => ({ TradeButton: () => null }));
afterEach(() => void vi.unstubAllGlobals());

it("prices are entered anew once nothing that was sent is in doubt any more", async () => {
  stubBrowserGlobals();
  const [{ Actions }, { olderBuilder }, { ROUTE_MOUNT }] = await Promise.all([
    import("./Toolbar.tsx"),
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
  ]);
  const store = createStore();
  const pane = olderBuilder.of(ROUTE_MOUNT);
  const leg = settled(makeLeg({}), [makeOrder({ id: "a", ltp: 100 })], { unitsPerLot: 75, decimals: 2 });
  store.set(pane.legsAtom, [leg]);
  const [month, day, year] = leg.expiry.split(":").map(Number);
  const expiry = isoDate(new Date(Date.UTC(year!, month! - 1, day)).toISOString().slice(0, 10));
  const { strike, type } = leg;
  store.set(pane.stateAtom, {
    context: { symbol: "NIFTY" },
    snapshot: { valuation: { legs: [{ strike, type, expiry, price: 120, isExpired: false }] } },
  } as never);
  renderToString(
    <Provider store={store}>
      <Actions />
    </Provider>,
  );
  const priced = (state: string) => {
    const strategy = store.get(pane.strategyIdAtom);
    const basket = { legs: [{ id: "a", draft: { strategy }, children: [{ state }] }] };
    localStorage.setItem("press key", JSON.stringify({ names: [nameOfOrder(strategy, "a")], at: Date.now(), basket }));
    pressed.get("Update Price")?.();
    return store.get(pane.legsAtom).map(({ ltp }) => ltp);
  };
  expect(priced("unknown")).toEqual([100]);
  expect(priced("rejected")).toEqual([120]);
});
