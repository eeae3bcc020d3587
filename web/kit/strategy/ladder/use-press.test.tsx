import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { nameOfOrder } from "../../../state/orders/order-name.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("a press after a turn to another day takes nothing from the figures that still stand", async () => {
  stubBrowserGlobals();
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { usePress } = await import("./use-press.ts");
  const { store, pane, letter, render } = await makeBuilderPane([]);
  let press: ReturnType<typeof usePress> | undefined;
  function Press() {
    press = usePress();
    return null;
  }
  render(<Press />);
  const context = store.get(letter.contextAtom)!;
  const side = { ltp: [100], iv: [0.12], token: [57] };
  const ladder = { strikes: [24_200], ce: side, pe: side, lotSize: 65 };
  const contract = { expiry: "8:18:2026", strike: 24_200, type: "CE" } as const;
  const pressAt = (date: string) => {
    const day = { source: "sim", date: isoDate(date) } as const;
    store.set(pane.stateAtom, {
      snapshot: { date: day.date, minute: 600, ladder },
      context: { ...context, day },
    } as never);
    press?.(contract, "sell");
    return store.get(pane.legsAtom).map(({ ltp, action }) => [ltp, action]);
  };
  const { shownDayAtom } = await import("../../../state/clock/day.ts");
  store.set(shownDayAtom, { source: "sim", date: isoDate("2026-08-14") });
  expect(pressAt("2026-08-18")).toEqual([]);
  expect(pressAt("2026-08-14")).toEqual([[100, "sell"]]);
});

it.each([
  ["in doubt", { state: "unknown" }, 1],
  ["refused", { state: "rejected" }, 0],
] as const)(
  "a leg whose only order was sent is not taken away while it may be booked: it is %s",
  async (_, child, left) => {
    stubBrowserGlobals();
    const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
    const { usePress } = await import("./use-press.ts");
    const { toasts } = await import("../../../components/toasts/toasts.ts");
    const { store, pane, letter, render } = await makeBuilderPane([]);
    let press: ReturnType<typeof usePress> | undefined;
    function Press() {
      press = usePress();
      return null;
    }
    render(<Press />);
    const side = { ltp: [100], iv: [0.12], token: [57] };
    const ladder = { strikes: [24_200], ce: side, pe: side, lotSize: 65 };
    const snapshot = { date: isoDate("2026-08-18"), minute: 600, ladder };
    store.set(pane.stateAtom, { snapshot, context: store.get(letter.contextAtom)! } as never);
    const contract = { expiry: "8:18:2026", strike: 24_200, type: "CE" } as const;
    press?.(contract, "sell");
    const [leg] = store.get(pane.legsAtom);
    const [order] = leg!.orders;
    const strategy = store.get(pane.strategyIdAtom);
    const basket = { legs: [{ id: order!.id, draft: { strategy }, children: [child] }] };
    localStorage.setItem(
      "press key",
      JSON.stringify({ names: [nameOfOrder(strategy, order!.id)], at: Date.now(), basket }),
    );
    if (left > 0) {
      press?.(contract, "buy");
      expect(store.get(pane.legsAtom)).toEqual([leg]);
    }
    press?.(contract, "sell");
    expect(store.get(pane.legsAtom)).toHaveLength(left);
    expect(toasts.list()).toHaveLength(left);
  },
);
