import { beforeAll, describe, expect, test } from "vitest";
import { reachOf, type StrikeChoice } from "#contract/domain/choices/strike-choice.ts";
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { pcrCharts } from "./chart.ts";
import { derivation } from "./derive.ts";
import type { Params, Snapshot } from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const NONE = Number.NaN;
/** Rows: spot, then call and put by strike. */
const SPOT = 0;
const row = (strike: number, side: "ce" | "pe"): number => 1 + (strike - 100) / 5 + (side === "ce" ? 0 : 1);

/** Strikes 100, 110, 120; ATM 110. */
function makeDay() {
  const cells = (oi: number, vol: number) => ({ ltp: 5, oi, vol, prevOi: 100, prevVol: 50 });
  return makeLiveDay(
    makeRoom({
      spot: { ltp: 111, prevClose: 110 },
      strikes: [
        { strike: 100, ce: cells(100, 10), pe: cells(300, 20) },
        { strike: 110, ce: cells(200, 10), pe: cells(200, 10) },
        { strike: 120, ce: cells(300, 20), pe: cells(100, 10) },
      ],
    }),
  );
}

function run(
  live: ReturnType<typeof makeDay>,
  slot: number,
  over: Partial<Params> = {},
  mode: "live" | "replay" = "live",
  scratch = derivation.createScratch(),
): Snapshot {
  const params: Params = { type: "pcr", choice: { kind: "all" }, period: 3, ...over };
  const snapshot = derivation.derive({ ...live.input(slot, mode), params, kernel }, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const around = (each: number, centre: "atm" | number = "atm"): StrikeChoice => ({ kind: "around", centre, each });

describe("which strikes take part", () => {
  test.each<[string, StrikeChoice, number, number, number, number]>([
    ["all", { kind: "all" }, 1, 1, 100, 120],
    ["one strike", around(0), 1, 1, 110, 110],
    ["around a centre, cut at the end", around(1, 120), 0.6, 20 / 30, 110, 120],
  ])("%s", (_words, choice, pcr, volumePcr, low, high) => {
    const { series, strikes } = run(makeDay(), 0, { choice });
    const facts = reachOf(choice, strikes);
    expect(series.lines.pcr[0]).toBeCloseTo(pcr, 12);
    expect(series.lines.volumePcr[0]).toBeCloseTo(volumePcr, 12);
    expect([facts.low, facts.high]).toEqual([low, high]);
  });

  test("chosen by hand, each side by itself; without calls there is no ratio", () => {
    const pick = (strike: number, ce: boolean, pe: boolean) => ({ strike, ce, pe });
    const choice: StrikeChoice = { kind: "chosen", picks: [pick(100, false, true), pick(120, true, false)] };
    expect(run(makeDay(), 0, { choice }).series.lines.pcr[0]).toBe(1);
    const puts: StrikeChoice = { kind: "chosen", picks: [pick(100, false, true)] };
    expect(run(makeDay(), 0, { choice: puts }).series.lines.pcr[0]).toBeNaN();
  });
});

describe("through the day", () => {
  const setOi = (live: ReturnType<typeof makeDay>, oi: number) => live.set(OI, row(110, "pe"), oi);

  test("minutes, the tick, and a gap; the average is of the ratio of the type", () => {
    const live = makeDay();
    live.close(0);
    setOi(live, 500); // 900 / 600
    live.close(2);
    live.set(VOL, row(110, "pe"), 50); // 80 / 40
    const { series } = run(live, 3);
    expect([...series.lines.pcr]).toEqual([1, NONE, 1.5, 1.5]);
    expect([...series.lines.volumePcr]).toEqual([1, NONE, 1, 2]);
    expect([...series.lines.ema]).toEqual([1, NONE, 1.25, 1.375]);
    expect([...run(live, 3, { type: "volumePcr" }).series.lines.ema]).toEqual([1, NONE, 1, 1.5]);
    expect([...series.lines.spot]).toEqual([111, NONE, 111, 111]);
  });

  test("a replay that steps back and on, and settings that change, show what a fresh one shows", () => {
    const live = makeDay();
    for (let slot = 0; slot < 6; slot++) {
      setOi(live, 100 + slot * 60);
      if (slot !== 3) live.close(slot);
    }
    const scratch = derivation.createScratch();
    const visits = [
      [5, {}],
      [2, {}],
      [4, { choice: around(1) }],
      [1, { choice: around(1), period: 10 }],
      [5, { type: "volumePcr" }],
      [5, {}],
    ] as const;
    for (const [slot, over] of visits) {
      const fresh = run(live, slot, over, "replay");
      // The key counts how often the lines were started over.
      const series = { ...fresh.series, key: expect.any(String) };
      expect(run(live, slot, over, "replay", scratch)).toEqual({ ...fresh, series });
    }
  });

  test("the previous day's ratios are of the same contracts", () => {
    expect(run(makeDay(), 0).previous).toEqual({ pcr: 1, volumePcr: 1 });
    const calls: StrikeChoice = { kind: "chosen", picks: [{ strike: 100, ce: true, pe: false }] };
    expect(run(makeDay(), 0, { choice: calls }).previous).toEqual({ pcr: NONE, volumePcr: NONE });
  });

  test("the spot, its previous close, and what stands for it", () => {
    expect(run(makeDay(), 0)).toMatchObject({
      spot: { basis: "spot", spot: 111, previousSpot: 110 },
      strikes: { atm: 110 },
    });
    const live = makeDay();
    live.set(LTP, SPOT, -1);
    // Parity of three strikes: K + 5 - 5.
    expect(run(live, 0)).toMatchObject({ spot: { basis: "forward", spot: 110, previousSpot: NONE } });
  });
});

describe("the charts", () => {
  const charts = (type: Params["type"]) => pcrCharts({ type, period: 10, spotName: "Spot", decimals: 2 });

  test("the type's ratio has the average and the spot; the other has the chart below", () => {
    expect(charts("pcr").map(({ lines }) => lines.map(({ id }) => id))).toEqual([
      ["pcr", "ema", "spot"],
      ["volumePcr"],
    ]);
    expect(charts("volumePcr").map(({ lines }) => lines[0]?.id)).toEqual(["volumePcr", "pcr"]);
  });

  test("pcr is blue, volume pcr pink, spot green, ema orange", () => {
    const colours = charts("pcr").flatMap(({ lines }) => lines.map(({ id, colour }) => [id, colour]));
    expect(Object.fromEntries(colours)).toEqual({ pcr: "s1", volumePcr: "s4", spot: "s3", ema: "s2" });
  });

  test("the previous day is a level of its chart, where it is known", () => {
    const [upper] = charts("pcr");
    expect(upper?.levels?.(run(makeDay(), 0))).toEqual([{ value: 1, label: "prev day 1.00" }]);
    expect(upper?.levels?.({ ...run(makeDay(), 0), previous: { pcr: NONE, volumePcr: NONE } })).toEqual([]);
  });
});
