import { beforeAll, describe, expect, test } from "vitest";
import { CELL_ATM, CELL_ITM, CELL_RANK, CELL_RANK_SHIFT } from "#contract/domain/cell-style.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import { ASK, ASK_QTY, BID, BID_QTY, HIGH, LOW, LTP, OI, OPEN, type RoomDay, VWAP } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { type PlainOption, plainValue } from "#kernel/testing/plain-black.ts";
import { type Cell, closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import {
  CALLS,
  COLUMN_KEYS,
  type ColumnKey,
  columnSlot,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_PREVIOUS,
  graphFigureChange,
  graphFigureOi,
  graphSlot,
  type Params,
  PCR,
  PCR_OI_CHG,
  PCR_VOL,
  PUTS,
  type Snapshot,
  STRADDLE,
  STRIKE,
} from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const SPOT = 24_060;
const LOT = 65;
const YEARS = 7 / 365;
const cell = (ltp: number, oi: number, vol: number, prevClose: number, prevOi: number): Cell => ({
  ltp,
  oi,
  vol,
  prevClose,
  prevOi,
  prevVol: vol / 2,
});

/** Rows: 0 spot, 1 future, then 2 CE and 3 PE of 23,900; 4, 5 of 24,000; 6, 7 of 24,100; 8, 9 of 24,200. */
function chain(): RoomDay {
  const day = makeRoom({
    spot: { ltp: SPOT, prevClose: 24_000 },
    future: { ltp: 24_110, prevClose: 24_050, oi: 777, vol: 888 },
    strikes: [
      { strike: 23_900, ce: cell(230, 130_000, 65_000, 240, 195_000), pe: cell(35, 520_000, 650_000, 40, 390_000) },
      { strike: 24_000, ce: cell(150, 650_000, 1_300_000, 120, 520_000), pe: cell(60, 260_000, 390_000, 75, 325_000) },
      { strike: 24_100, ce: cell(95, 260_000, 520_000, 95, 195_000), pe: cell(105, 195_000, 130_000, 100, 195_000) },
      { strike: 24_200, ce: cell(55, 390_000, 0, 50, 0), pe: { ltp: 160 } },
    ],
  });
  const set = (field: number, row: number, value: number): void => {
    day.live.columns[field][row] = value;
  };
  // The call of 24,000: rupees x 100.
  set(VWAP, 4, 14_000);
  set(OPEN, 4, 11_000);
  set(HIGH, 4, 16_000);
  set(LOW, 4, 11_000);
  set(BID, 4, 14_990);
  set(BID_QTY, 4, 130);
  set(ASK, 4, 15_010);
  set(ASK_QTY, 4, 195);
  // Its put opened at the day's high.
  set(OPEN, 5, 8000);
  set(HIGH, 5, 8000);
  set(LOW, 5, 5500);
  // The call of 24,200 has not traded today: what the feed says of its day is none of today's.
  set(OPEN, 8, 5000);
  set(HIGH, 8, 5000);
  set(LOW, 8, 5000);
  return day;
}

const clockAt = (at: number, mode: MarketClock["mode"] = "live"): MarketClock => ({
  mode,
  date: isoDate("2026-08-18"),
  minute: minute(at),
  speed: 1,
});

function run(day: RoomDay, params: Partial<Params>, clock = clockAt(600), isMonthly = true): Snapshot {
  const room = { day, structure: 1, minutes: 1, ticks: 1 };
  const pane = { exchange: "NSE", symbol: day.symbol, expiry: day.expiry, isMonthly } as const;
  const all = { ...screen.defaults, strikeRange: 100, ...params };
  const input = { market: { room: () => room }, pane, params: all, clock, kernel };
  const snapshot = derivation.derive(input, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

const at = ({ values, slots }: Snapshot, row: number, slot: number): number => values[row * slots + slot] ?? Number.NaN;
const styleAt = ({ styles, slots }: Snapshot, row: number, slot: number): number => styles[row * slots + slot] ?? 0;

/** One column's figures of both sides, strike by strike. */
function figures(key: ColumnKey, params: Partial<Params> = {}, day = chain()) {
  const snapshot = run(day, { columns: [key], ...params });
  const side = (one: 0 | 1) =>
    Array.from({ length: snapshot.rows }, (_, row) => at(snapshot, row, columnSlot(1, one, 0)));
  return { calls: side(CALLS), puts: side(PUTS) };
}

const NONE = Number.NaN;
/** Without the last bits of a division; never -0. */
const neat = (value: number): number => Number(value.toFixed(9)) + 0;

describe("columns, by hand", () => {
  // Strikes 23,900, 24,000, 24,100, 24,200 against a spot of 24,060; lot 65.
  const expected: Partial<Record<ColumnKey, { calls: number[]; puts: number[] }>> = {
    // 0 Long Build, 1 Short Build, 2 Short Cover, 3 Long Unwind
    Analysis: { calls: [3, 0, NONE, 0], puts: [1, 3, NONE, NONE] },
    OI: { calls: [130_000, 650_000, 260_000, 390_000], puts: [520_000, 260_000, 195_000, NONE] },
    "OI Lakh": { calls: [1.3, 6.5, 2.6, 3.9], puts: [5.2, 2.6, 1.95, NONE] },
    "OI Lot": { calls: [2000, 10_000, 4000, 6000], puts: [8000, 4000, 3000, NONE] },
    "OI Chg": { calls: [-65_000, 130_000, 65_000, 390_000], puts: [130_000, -65_000, 0, NONE] },
    "OIChg Lakh": { calls: [-0.65, 1.3, 0.65, 3.9], puts: [1.3, -0.65, 0, NONE] },
    "OIChg Lot": { calls: [-1000, 2000, 1000, 6000], puts: [2000, -1000, 0, NONE] },
    "OI Chg%": { calls: [-33, 25, 33, NONE], puts: [33, -20, 0, NONE] },
    Volume: { calls: [65_000, 1_300_000, 520_000, 0], puts: [650_000, 390_000, 130_000, NONE] },
    "Vol Lakh": { calls: [0.65, 13, 5.2, 0], puts: [6.5, 3.9, 1.3, NONE] },
    "Vol Lot": { calls: [1000, 20_000, 8000, 0], puts: [10_000, 6000, 2000, NONE] },
    "Net Chg": { calls: [-10, 30, 0, 5], puts: [-5, -15, 5, NONE] },
    "Net Chg%": { calls: [-4, 25, 0, 10], puts: [-12, -20, 5, NONE] },
    "Vol * Vwap": { calls: [NONE, 1820, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    Vwap: { calls: [NONE, 140, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    LTP: { calls: [230, 150, 95, 55], puts: [35, 60, 105, 160] },
    "Prev Close": { calls: [240, 120, 95, 50], puts: [40, 75, 100, NONE] },
    "Time Value": { calls: [70, 90, 95, 55], puts: [35, 60, 65, 20] },
    Intrinsic: { calls: [160, 60, 0, 0], puts: [0, 0, 40, 140] },
    "H=O=L": { calls: [NONE, 1, NONE, NONE], puts: [NONE, 0, NONE, NONE] },
    Open: { calls: [NONE, 110, NONE, NONE], puts: [NONE, 80, NONE, NONE] },
    High: { calls: [NONE, 160, NONE, NONE], puts: [NONE, 80, NONE, NONE] },
    Low: { calls: [NONE, 110, NONE, NONE], puts: [NONE, 55, NONE, NONE] },
    "Bid Qty": { calls: [NONE, 130, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    Bid: { calls: [NONE, 149.9, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    Ask: { calls: [NONE, 150.1, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    "Ask Qty": { calls: [NONE, 195, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    "Vol Bar": { calls: [NONE, NONE, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
    "OI Bar": { calls: [NONE, NONE, NONE, NONE], puts: [NONE, NONE, NONE, NONE] },
  };

  test.each(Object.entries(expected))("%s", (key, sides) => {
    const { calls, puts } = figures(key as ColumnKey);
    expect(calls.map(neat)).toEqual(sides.calls);
    expect(puts.map(neat)).toEqual(sides.puts);
  });

  test("every column is tested here", () => {
    const priced: ColumnKey[] = ["IV", "Vega", "Gamma", "Theta", "Delta", "ITM Prob"];
    expect([...Object.keys(expected), ...priced].toSorted()).toEqual([...COLUMN_KEYS].toSorted());
    expect(COLUMN_KEYS).toHaveLength(35);
  });

  test("the analysis may compare with the open; a contract that has not opened has none", () => {
    const { calls, puts } = figures("Analysis", { analysisCalc: "open" });
    expect(calls).toEqual([NONE, 0, NONE, NONE]);
    expect(puts).toEqual([NONE, 3, NONE, NONE]);
  });

  test("the wide bars show units, lakhs or lots over them", () => {
    expect(figures("Vol Bar", { volBar: "unit" }).calls[1]).toBe(1_300_000);
    expect(figures("Vol Bar", { volBar: "lakh" }).calls[1]).toBe(13);
    expect(figures("Vol Bar", { volBar: "lot" }).calls[1]).toBe(20_000);
    expect(figures("OI Bar", { oiBar: "lot" }).puts[0]).toBe(8000);
  });

  test("greeks are those of the IV that gives the price, rounded for display", () => {
    const columns: ColumnKey[] = ["IV", "Vega", "Gamma", "Theta", "Delta", "ITM Prob", "LTP"];
    const snapshot = run(chain(), { columns });
    for (const side of [CALLS, PUTS] as const) {
      const price = at(snapshot, 1, columnSlot(columns.length, side, 6));
      const option: PlainOption = {
        model: "spot",
        isCall: side === CALLS,
        underlying: SPOT,
        strike: 24_000,
        years: YEARS,
        rate: 0.1,
      };
      const sigma = solve(option, price);
      const greeks = plainValue(option, sigma);
      const [iv, vega, gamma, theta, delta, prob] = columns.map((_, i) =>
        at(snapshot, 1, columnSlot(columns.length, side, i)),
      );
      expect(iv).toBeCloseTo(sigma * 100, 1.9);
      expect(vega).toBe(Math.round(greeks.vega * 10) / 1000);
      expect(gamma).toBe(Math.round(greeks.gamma * 1e4) / 1e4);
      expect(theta).toBeCloseTo(greeks.theta / 365, 2.9);
      expect(delta).toBeCloseTo(greeks.delta, 3);
      expect(prob).toBeCloseTo((side === CALLS ? greeks.probAbove : 1 - greeks.probAbove) * 100, 0.9);
      if (side === CALLS) expect(prob).toBeGreaterThan(50);
    }
  });

  test("a price that admits no IV shows IV 0 and '-' beside it; no price shows '-' throughout", () => {
    const day = chain();
    day.live.columns[LTP][2] = 15_000; // 150 for a call worth 160 at once
    day.live.columns[LTP][3] = -1;
    expect(figures("IV", {}, day).calls[0]).toBe(0);
    expect(figures("Delta", {}, day).calls[0]).toBeNaN();
    expect(figures("IV", {}, day).puts[0]).toBeNaN();
  });
});

/** The volatility at which the option costs `price`. */
function solve(option: PlainOption, price: number): number {
  let [low, high] = [0.001, 3];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (plainValue(option, middle).price < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

describe("the spine", () => {
  const snapshot = run(chain(), { columns: [] });

  test("strike, straddle and ratios; '-' where a value is missing", () => {
    const row = (i: number) => [STRIKE, STRADDLE, PCR, PCR_VOL, PCR_OI_CHG].map((slot) => at(snapshot, i, slot));
    expect(row(0)).toEqual([23_900, 265, 4, 10, -2]);
    expect(row(1)).toEqual([24_000, 210, 0.4, 0.3, -0.5]);
    expect(row(2)).toEqual([24_100, 200, 0.75, 0.25, 0]);
    expect(row(3)).toEqual([24_200, 215, NONE, NONE, NONE]);
  });

  test("ATM is the strike nearest the spot; the rows are split where the spot is", () => {
    expect(snapshot.atmRow).toBe(2);
    expect(snapshot.splitRow).toBe(2);
    const marks = [0, 1, 2, 3].map((row) => styleAt(snapshot, row, STRIKE));
    expect(marks).toEqual([0, 0, CELL_ATM, 0]);
  });
});

describe("order and range", () => {
  const columns: ColumnKey[] = ["LTP", "OI"];

  test("inverse puts the highest strike first, with everything that belongs to it", () => {
    const up = run(chain(), { columns });
    const down = run(chain(), { columns, inverse: true });
    for (let row = 0; row < 4; row++) {
      for (let slot = 0; slot < up.slots; slot++) {
        expect(at(down, 3 - row, slot)).toEqual(at(up, row, slot));
        expect(styleAt(down, 3 - row, slot)).toBe(styleAt(up, row, slot));
      }
    }
    expect(down.atmRow).toBe(1);
    expect(down.splitRow).toBe(2);
  });

  test("a range shows so many strikes each side of ATM, and totals those", () => {
    const oi = new Array<Cell>(31).fill({ ltp: 10, oi: 65, prevOi: 65 });
    const day = makeRoom({
      spot: { ltp: 23_500 },
      strikes: oi.map((one, i) => ({ strike: 22_000 + i * 100, ce: one, pe: { ...one, oi: 130 } })),
    });
    const five = run(day, { strikeRange: 5 });
    expect(five.rows).toBe(11);
    expect([at(five, 0, STRIKE), at(five, 10, STRIKE), five.atmRow]).toEqual([23_000, 24_000, 5]);
    expect(five.facts).toMatchObject({ totalOi: { CE: 11 * 65, PE: 11 * 130 }, pcr: 2 });
    const all = run(day, { strikeRange: 100 });
    expect(all.rows).toBe(31);
    expect(all.facts.totalOi.CE).toBe(31 * 65);
    // Max pain is the chain's, whatever is shown of it.
    expect(five.facts.maxPain).toBe(all.facts.maxPain);
  });

  test("calls below the spot and puts above it are in the money", () => {
    const snapshot = run(chain(), { columns });
    const isMarked = (row: number, side: 0 | 1) => (styleAt(snapshot, row, columnSlot(2, side, 0)) & CELL_ITM) !== 0;
    expect([0, 1, 2, 3].map((row) => isMarked(row, CALLS))).toEqual([true, true, false, false]);
    expect([0, 1, 2, 3].map((row) => isMarked(row, PUTS))).toEqual([false, false, true, true]);
  });
});

describe("marks and bars", () => {
  const ranks = (key: ColumnKey, side: 0 | 1, params: Partial<Params> = {}) => {
    const snapshot = run(chain(), { columns: [key], ...params });
    return [0, 1, 2, 3].map((row) => (styleAt(snapshot, row, columnSlot(1, side, 0)) & CELL_RANK) >> CELL_RANK_SHIFT);
  };

  test("the highest three of a side are marked, in OI, its change and volume", () => {
    expect(ranks("OI Lakh", CALLS)).toEqual([0, 1, 3, 2]);
    expect(ranks("OI Lot", PUTS)).toEqual([1, 2, 3, 0]);
    expect(ranks("OI Chg", CALLS)).toEqual([0, 2, 3, 1]); // what falls is not among the highest
    expect(ranks("Volume", CALLS)).toEqual([3, 1, 2, 0]);
    expect(ranks("LTP", CALLS)).toEqual([0, 0, 0, 0]);
  });

  test("vega only when asked", () => {
    expect(ranks("Vega", CALLS)).toEqual([0, 0, 0, 0]);
    expect(ranks("Vega", CALLS, { vegaTop3: true }).toSorted()).toEqual([0, 1, 2, 3]);
  });

  test.each<[ColumnKey, number[], number[]]>([
    ["OI Lakh", [0.2, 1, 0.4, 0.6], [0.8, 0.4, 0.3, NONE]],
    ["OI Bar", [0.2, 1, 0.4, 0.6], [0.8, 0.4, 0.3, NONE]],
    ["Vol Lot", [0.05, 1, 0.4, 0], [0.5, 0.3, 0.1, NONE]],
    ["Vol Bar", [0.05, 1, 0.4, 0], [0.5, 0.3, 0.1, NONE]],
  ])("bars of %s are shares of the highest value", (key, calls, puts) => {
    const snapshot = run(chain(), { columns: [key] });
    const bars = (side: 0 | 1) => [0, 1, 2, 3].map((row) => neat(at(snapshot, row, columnSlot(1, side, 0) + 1)));
    expect(bars(CALLS)).toEqual(calls);
    expect(bars(PUTS)).toEqual(puts);
  });
});

describe("the header's figures", () => {
  test("by hand", () => {
    const { facts } = run(chain(), {});
    expect(facts).toMatchObject({
      spot: SPOT,
      prevSpot: 24_000,
      future: [24_110, 24_050],
      basis: "spot",
      underlying: SPOT,
      atm: 24_100,
      rawAtm: 24_000,
      maxPain: 24_000,
      totalOi: { CE: 1_430_000, PE: 975_000 },
      previousOi: { CE: 910_000, PE: 910_000 },
      totalVolume: { CE: 1_885_000, PE: 1_170_000 },
      previousVolume: { CE: 942_500, PE: 585_000 },
      pcr: 0.68,
      previousPcr: 1,
      pcrChange: -32,
      straddle: 200,
      lotSize: LOT,
      daysToExpiry: 7,
    });
  });

  test("a spot that stands still in the closing auction gives way to the future, or to the parity forward", () => {
    const day = chain();
    closeMinute(day, 361); // 15:16, with the spot of now
    const auction = clockAt(920);
    expect(run(day, {}, auction).facts).toMatchObject({ basis: "future", underlying: 24_110, spot: SPOT, atm: 24_100 });
    const weekly = run(day, {}, auction, false).facts;
    expect(weekly.basis).toBe("forward");
    expect(weekly.underlying).toBe(24_090); // median of 24,095, 24,090 and 24,090
    expect(run(day, {}, clockAt(900)).facts.basis).toBe("spot");
  });

  test("without any price of the underlying nothing is split, and all strikes are shown", () => {
    const day = makeRoom({
      strikes: [
        { strike: 24_000, ce: { oi: 65 } },
        { strike: 24_100, ce: { oi: 65 } },
      ],
    });
    closeMinute(day, 0);
    const snapshot = run(day, { strikeRange: 5 });
    expect(snapshot).toMatchObject({ rows: 2, atmRow: -1, splitRow: -1 });
    expect(snapshot.facts).toMatchObject({ basis: "none", straddle: NONE, atm: NONE, spot: NONE });
  });

  test("USDINR: four decimals, and its model on the future at its own rate", () => {
    const day = makeRoom({
      symbol: "USDINR",
      future: { ltp: 88.3125, prevClose: 88.1 },
      strikes: [
        { strike: 88.25, ce: { ltp: 0.28, oi: 10, vol: 1 }, pe: { ltp: 0.2125, oi: 20, vol: 1 } },
        { strike: 88.5, ce: { ltp: 0.15, oi: 10, vol: 1 }, pe: { ltp: 0.33, oi: 20, vol: 1 } },
      ],
    });
    const snapshot = run(day, { columns: ["LTP", "IV", "Delta"] });
    expect(snapshot.facts).toMatchObject({ basis: "future", underlying: 88.3125, atm: 88.25, future: [88.3125, 88.1] });
    expect(at(snapshot, 0, columnSlot(3, PUTS, 0))).toBe(0.2125);
    const option: PlainOption = {
      model: "usdinr",
      isCall: true,
      underlying: 88.3125,
      strike: 88.25,
      years: YEARS,
      rate: 0.07,
    };
    const sigma = solve(option, 0.28);
    expect(at(snapshot, 0, columnSlot(3, CALLS, 1))).toBeCloseTo(sigma * 100, 1.9);
    expect(at(snapshot, 0, columnSlot(3, CALLS, 2))).toBeCloseTo(plainValue(option, sigma).delta, 3);
  });
});

test("off live the chain is that of the minute, and what minutes lack is '-'", () => {
  const day = chain();
  closeMinute(day, 10);
  day.live.columns[LTP][4] = 99_900;
  const snapshot = run(day, { columns: ["LTP", "Bid", "Open"] }, clockAt(566, "replay"));
  expect([0, 1, 2].map((i) => at(snapshot, 1, columnSlot(3, CALLS, i)))).toEqual([150, NONE, NONE]);
});

test("on the expiry day a contract has the minutes to its close left, and nothing at it", () => {
  const expiryDay = isoDate("2026-08-25");
  const day = makeRoom({
    date: expiryDay,
    spot: { ltp: 24_000 },
    strikes: [{ strike: 24_000, ce: cell(40, 1, 1, 1, 1), pe: cell(38, 1, 1, 1, 1) }],
  });
  const last = day.minutes.slots - 1;
  for (const slot of [45, last]) closeMinute(day, slot);
  const ivAt = (at: number, mode: MarketClock["mode"]): number => {
    const snapshot = run(day, { columns: ["IV"] }, { ...clockAt(at, mode), date: expiryDay });
    return snapshot.values[columnSlot(1, CALLS, 0)] as number;
  };
  expect(ivAt(600, "replay")).toBeGreaterThan(10);
  expect(ivAt(day.open + last, "replay")).toBe(0);
  expect(ivAt(day.open + last, "history")).toBe(0);
});

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
    const figure = at(snapshot, 1, graphSlot(CALLS) + GRAPH_OI);
    expect([graphFigureOi(figure), graphFigureChange(figure)]).toEqual([6.5, 25]);
    expect(graphFigureChange(at(snapshot, 3, graphSlot(CALLS) + GRAPH_OI))).toBeNaN(); // nothing yesterday
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
