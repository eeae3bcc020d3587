import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("a press after a turn to another day takes nothing from the figures that still stand", async () => {
  stubBrowserGlobals();
  const { makeBuilderPane } = await import("../../../testing/builder-pane.ts");
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
