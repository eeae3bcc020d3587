import { atom, createStore } from "jotai";
import { describe, expect, it } from "vitest";
import type { WithSeries } from "#contract/domain/snapshots/series-set.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { type AlertPane, firingLabels } from "./alert-pane.ts";
import { draftAtom, firingsOf } from "./draft.ts";
import type { AlertDraft } from "./rules.ts";

const NONE = Number.NaN;
const snapshot: WithSeries = {
  series: {
    x: { open: minute(555), cadence: 1 },
    lines: {
      main: Float64Array.of(57, 56, 54, 55, NONE, 54, 56, 53),
      vwap: Float64Array.of(50, 55, 55, 55, 55, 55, 55, 52),
    },
  },
};
const below: AlertDraft = { left: "Straddle", leftLine: "main", condition: "cross_below", right: 55, rightLine: "" };
const overVwap: AlertDraft = { ...below, condition: "cross_above", right: "Vwap", rightLine: "vwap" };

describe("where today a rule would have fired", () => {
  it("is every crossing, the first and the last among them", () => {
    const firings = firingsOf(snapshot, below);
    expect(firings?.places).toEqual([2, 5, 7]);
    expect(firings?.minuteAt(2)).toBe(557);
    expect(firings?.levelAt(2)).toBe(55);
  });

  it("stands on the other line where two lines cross", () => {
    const firings = firingsOf(snapshot, overVwap);
    expect(firings?.places.map((place) => firings.levelAt(place))).toEqual([55]);
  });

  it("is each minute at which a condition comes to hold", () => {
    const holds: AlertDraft = { left: "Straddle > 55", leftLine: "own:1", condition: "holds", right: 0, rightLine: "" };
    const own = Float64Array.of(1, 1, 0, 0, NONE, 0, -2, 0);
    const { x, lines } = snapshot.series;
    expect(firingsOf({ series: { x, lines: { ...lines, "own:1": own } } }, holds)?.places).toEqual([6]);
  });

  it("is not known without the lines, or on lines of days", () => {
    expect(firingsOf(snapshot, { ...below, leftLine: "other" })).toBeUndefined();
    expect(
      firingsOf({ series: { x: { dates: [isoDate("2026-08-18")] }, lines: snapshot.series.lines } }, below),
    ).toBeUndefined();
  });

  it("is a dot each in the chart of the line, the first and the last with their times", () => {
    const store = createStore();
    const stateAtom = atom({ snapshot } as PaneState<WithSeries>);
    const pane: AlertPane = {
      screen: { id: "x" },
      stateAtom,
      contextAtom: atom(undefined),
      paramsAtom: atom({}),
      ownLinesAtom: atom({}),
    };
    const labelsOf = (id: string) => firingLabels(store.get, pane, [{ id }]);
    expect(labelsOf("main")).toEqual([]);
    store.set(draftAtom, { pane: stateAtom, rule: below });
    expect(labelsOf("main").map(({ at, value, lines }) => [at, value, ...lines])).toEqual([
      [557, 55, "09:17"],
      [560, 55],
      [562, 55, "09:22"],
    ]);
    expect(labelsOf("vwap")).toEqual([]);
    store.set(draftAtom, { pane: atom({}), rule: below });
    expect(labelsOf("main")).toEqual([]);
  });
});
