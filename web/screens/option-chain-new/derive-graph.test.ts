import { describe, expect, test } from "vitest";
import { OI } from "#contract/domain/columns.ts";
import {
  CALLS,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_OI_CHANGE,
  GRAPH_PREVIOUS,
  graphSlot,
  PUTS,
} from "#contract/domain/snapshots/chain-table.ts";
import { closeMinute } from "#market/__fixtures__/room.ts";
import { at, chain, clockAt, NONE, run } from "../../testing/option-chain.ts";

describe("the OI graph", () => {
  test("bars are shares of the highest of both sides; figures are lakhs and per cent", () => {
    const day = chain();
    day.live.columns[OI][4] = 780_000;
    closeMinute(day, 0);
    day.live.columns[OI][4] = 585_000;
    closeMinute(day, 1);
    day.live.columns[OI][4] = 650_000;
    const snapshot = run(day, { columns: [], oiGraph: true });
    const bars = (row: number, side: 0 | 1) =>
      [GRAPH_CURRENT, GRAPH_PREVIOUS, GRAPH_HIGH, GRAPH_LOW].map((slot) => at(snapshot, row, graphSlot(side) + slot));
    expect(bars(1, CALLS)).toEqual([650 / 780, 520 / 780, 1, 0.75]);
    expect(bars(0, PUTS)).toEqual([520 / 780, 0.5, 520 / 780, 520 / 780]);
    expect(bars(3, PUTS)).toEqual([NONE, NONE, NONE, NONE]);
    expect(at(snapshot, 1, graphSlot(CALLS) + GRAPH_OI)).toBe(6.5);
    expect(at(snapshot, 1, graphSlot(CALLS) + GRAPH_OI_CHANGE)).toBe(25);
    expect(at(snapshot, 3, graphSlot(CALLS) + GRAPH_OI_CHANGE)).toBeNaN(); // nothing yesterday
    expect(snapshot.oiGraph).toBe(true);
  });

  test("extremes are of the day so far: a replay does not know what comes", () => {
    const day = chain();
    closeMinute(day, 0);
    day.live.columns[OI][4] = 975_000;
    closeMinute(day, 1);
    const snapshot = run(day, { columns: [], oiGraph: true }, clockAt(555, "replay"));
    expect(at(snapshot, 1, graphSlot(CALLS) + GRAPH_HIGH)).toBe(1); // 6.5 lakh is the highest there is
  });
});
