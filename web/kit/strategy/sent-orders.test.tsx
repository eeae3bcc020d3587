/** Ways past an order that was sent: each leaves it as it is until what became of it is booked. */
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { nameOfOrder } from "../../state/orders/order-name.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

const BUTTON = "../../components/controls/IconButton.tsx";
const CHECKBOX = "../../components/controls/Checkbox.tsx";
const DIALOG = "../../components/overlays/Dialog.tsx";

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  for (const module of [BUTTON, CHECKBOX, DIALOG]) vi.doUnmock(module);
});

/** What each press of a leg of one order does: its x, and 'Exclude Order'. */
async function openedLeg() {
  stubBrowserGlobals();
  const presses: { remove?: () => void; exclude?: () => void } = {};
  vi.doMock(BUTTON, () => ({
    IconButton: ({ onClick }: { readonly onClick: () => void }) => {
      presses.remove = onClick;
      return null;
    },
  }));
  vi.doMock(CHECKBOX, () => ({
    Checkbox: ({ onChange }: { readonly onChange: () => void }) => {
      presses.exclude = onChange;
      return null;
    },
  }));
  vi.doMock(DIALOG, () => ({ Dialog: ({ children }: { readonly children: ReactNode }) => children }));
  const { makeBuilderPane } = await import("../../testing/strategies/builder-pane.ts");
  const { LegList } = await import("./legs/LegList.tsx");
  const { EditLeg } = await import("./adjust/EditLeg.tsx");
  const leg = settled(makeLeg({}), [makeOrder({ id: "a" })], { unitsPerLot: 75, decimals: 2 });
  const { store, pane, render } = await makeBuilderPane([leg]);
  render(<LegList />);
  render(<EditLeg leg={leg} onClose={() => undefined} onOrder={() => undefined} />);
  /** What the browser keeps of a press of its order. */
  const sent = (state: string): void => {
    const strategy = store.get(pane.strategyIdAtom);
    const basket = { legs: [{ id: "a", draft: { strategy }, children: [{ state }] }] };
    localStorage.setItem("press key", JSON.stringify({ names: [nameOfOrder(strategy, "a")], at: Date.now(), basket }));
  };
  return { presses, sent, store, pane, leg, legs: () => store.get(pane.legsAtom) };
}

it.each([
  ["remove", []],
  ["exclude", [true]],
] as const)("%s waits until what became of it is known", async (press, after) => {
  const { presses, sent, legs } = await openedLeg();
  const excluded = () => legs().flatMap(({ orders }) => orders.map(({ exclude }) => exclude));
  expect(excluded()).toEqual([false]);
  sent("unknown");
  presses[press]?.();
  expect(excluded()).toEqual([false]);
  sent("rejected");
  presses[press]?.();
  expect(excluded()).toEqual(after);
});

it("an order of a day that is not shown keeps its leg, too; a press of an earlier day keeps nothing", async () => {
  const { sent, store, pane, leg, legs } = await openedLeg();
  const { changeLeg } = await import("./strategy-pane.ts");
  const { toasts } = await import("../../components/toasts/toasts.ts");
  const remove = (): void => changeLeg(store, pane, { ...leg, orders: [] }, () => []);
  sent("unknown");
  remove();
  remove();
  expect([legs().length, toasts.list().length]).toEqual([1, 1]);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 17 * 3_600_000);
  remove();
  expect(legs()).toEqual([]);
  vi.restoreAllMocks();
});
