import { describe, expect, it } from "vitest";
import {
  applyPreset,
  aroundAtm,
  type ChainStrikes,
  centreOf,
  countPicks,
  isPresetTrue,
  PICK_PRESETS,
  picksOver,
  reachOf,
  rowsOf,
  type StrikeChoice,
  type StrikePick,
  spanOf,
  toggleBoth,
  toggleEqual,
  toggleSide,
} from "./strike-choice.ts";

/** Strikes 100 to 140; the calls' rows are even, the puts' odd; 140 has no put. */
const chain: ChainStrikes = {
  count: 5,
  strikes: Int32Array.of(10_000, 11_000, 12_000, 13_000, 14_000),
  ce: Int32Array.of(0, 2, 4, 6, 8),
  pe: Int32Array.of(1, 3, 5, 7, -1),
};
const ATM = 2;
const rows = (choice: StrikeChoice, atm = ATM) => {
  const { ce, pe } = rowsOf(choice, chain, atm, 100);
  return [[...ce], [...pe]];
};
const pick = (strike: number, ce: boolean, pe: boolean): StrikePick => ({ strike, ce, pe });

describe("rows of a choice", () => {
  it("around the money or around a strike, cut at the ends", () => {
    expect(rows({ kind: "around", centre: "atm", each: 1 })).toEqual([
      [2, 4, 6],
      [3, 5, 7],
    ]);
    expect(rows({ kind: "around", centre: 140, each: 1 })).toEqual([[6, 8], [7]]);
    expect(rows({ kind: "around", centre: 110, each: 0 })).toEqual([[2], [3]]);
  });

  it("a centre that the chain lacks is the strike at the money; without one it is the whole chain", () => {
    expect(centreOf(125, chain, ATM, 100)).toBe(ATM);
    expect(spanOf({ kind: "around", centre: 125, each: 1 }, chain, ATM, 100)).toEqual({ from: 1, to: 4 });
    expect(spanOf({ kind: "around", centre: "atm", each: 1 }, chain, -1, 100)).toEqual({ from: 0, to: 5 });
  });

  it("all, and chosen sides of strikes that are listed", () => {
    expect(rows({ kind: "all" })).toEqual([
      [0, 2, 4, 6, 8],
      [1, 3, 5, 7],
    ]);
    const picks = [pick(100, true, false), pick(120, false, true), pick(140, true, true), pick(999, true, true)];
    expect(rows({ kind: "chosen", picks })).toEqual([[0, 8], [5]]);
    expect(spanOf({ kind: "chosen", picks }, chain, ATM, 100)).toEqual({ from: 0, to: 5 });
    expect(spanOf({ kind: "chosen", picks: [pick(120, false, false)] }, chain, ATM, 100)).toEqual({ from: 0, to: 0 });
  });
});

describe("what a choice comes to, in rupees", () => {
  const list = { strikes: Float64Array.of(83.25, 83.5, 83.75, 84, 84.25), atm: 83.75 };

  it("says centre, low and high; without a range the centre is the money", () => {
    expect(reachOf({ kind: "all" }, list)).toEqual({ centre: 83.75, low: 83.25, high: 84.25 });
    expect(reachOf({ kind: "around", centre: "atm", each: 1 }, list)).toEqual({ centre: 83.75, low: 83.5, high: 84 });
    expect(reachOf({ kind: "around", centre: 84.25, each: 1 }, list)).toEqual({ centre: 84.25, low: 84, high: 84.25 });
    expect(reachOf({ kind: "around", centre: 999, each: 0 }, list)).toEqual({ centre: 83.75, low: 83.75, high: 83.75 });
    const picks = [pick(83.5, true, false), pick(84, false, true), pick(84.25, false, false)];
    expect(reachOf({ kind: "chosen", picks }, list)).toEqual({ centre: 83.75, low: 83.5, high: 84 });
  });

  it("says nothing of what there is not", () => {
    const none = { centre: Number.NaN, low: Number.NaN, high: Number.NaN };
    expect(reachOf({ kind: "all" }, { strikes: new Float64Array(0), atm: Number.NaN })).toEqual(none);
    expect(reachOf({ kind: "chosen", picks: [] }, { ...list, atm: Number.NaN })).toEqual(none);
  });
});

describe("the picks of a strip", () => {
  const strikes = Array.from({ length: 20 }, (_, i) => 100 + i * 10);

  it("begin with so many strikes on each side of the money, the money on", () => {
    const picks = aroundAtm(5)(strikes, 200);
    expect(picks.map(({ strike }) => strike)).toEqual([150, 160, 170, 180, 190, 200, 210, 220, 230, 240, 250]);
    expect(picks.filter(({ ce, pe }) => ce || pe)).toEqual([pick(200, true, true)]);
    expect(aroundAtm(5)(strikes, 110)).toHaveLength(7);
    expect(aroundAtm(5)(strikes, Number.NaN)).toEqual([]);
  });

  it("switch both sides of a label where they are equal", () => {
    const sides = (ce: boolean, pe: boolean) => toggleEqual([pick(100, ce, pe), pick(110, true, true)], 100)[0];
    expect(sides(false, false)).toEqual(pick(100, true, true));
    expect(sides(true, true)).toEqual(pick(100, false, false));
    expect(sides(true, false)).toEqual(pick(100, true, false));
  });
});

describe("a picker's buttons", () => {
  const none = picksOver([100, 110, 120, 130, 140], []);
  const chosen = (picks: readonly StrikePick[]) => [
    picks.filter(({ ce }) => ce).map(({ strike }) => strike),
    picks.filter(({ pe }) => pe).map(({ strike }) => strike),
  ];

  it.each([
    ["Select All", [100, 110, 120, 130, 140], [100, 110, 120, 130, 140]],
    ["OTM CE", [130, 140], []],
    ["OTM PE", [], [100, 110, 120]],
    ["ITM CE", [100, 110, 120], []],
    ["ITM PE", [], [130, 140]],
    ["Clear All", [], []],
  ] as const)("%s", (preset, calls, puts) => {
    expect(chosen(applyPreset(preset, none, 120))).toEqual([calls, puts]);
  });

  it("OTM and ITM set their side and leave the other", () => {
    const all = applyPreset("Select All", none, 120);
    const otm = applyPreset("OTM PE", applyPreset("OTM CE", all, 120), 120);
    expect(chosen(otm)).toEqual([
      [130, 140],
      [100, 110, 120],
    ]);
    expect(PICK_PRESETS.filter((preset) => isPresetTrue(preset, otm, 120))).toEqual(["OTM CE", "OTM PE"]);
    expect(countPicks(otm)).toEqual({ ce: 2, pe: 3 });
  });

  it("a side by its box, both by the strike", () => {
    const one = toggleSide(none, 110, "pe");
    expect(chosen(one)).toEqual([[], [110]]);
    expect(chosen(toggleBoth(one, 110))).toEqual([[110], [110]]);
    expect(chosen(toggleBoth(toggleBoth(one, 110), 110))).toEqual([[], []]);
  });
});
