import { expect, test } from "vitest";
import { CELL_INKS } from "#contract/domain/snapshots/cell-style.ts";
import { STRATEGY_KINDS, winsMostAtZero } from "#contract/domain/strategy/strategy-kinds.ts";
import { isoDate } from "#contract/domain/units.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { toTsv } from "../../grid/input/export.ts";
import { cellText, layOut } from "../../grid/layout.ts";
import { levelText } from "../../kit/strategy/figures/figure-rows.ts";
import { type Candidate, candidateAt, type Frozen, NO_CHECKED, quotedLegs, rowOf, stillMade } from "./candidate.ts";
import { handedMarket, handedStrategy } from "./handed-form.ts";
import { LISTED } from "./kinds.ts";
import { limitsOf } from "./limits.ts";
import type { Analysis } from "./snapshot.ts";
import { candidateRows } from "./table/candidate-rows.ts";
import { candidatesCsv } from "./table/candidates-csv.ts";
import { columnsOf, figureColumns, IS_CHECKED, MAX_LOSS, MAX_PROFIT, POP } from "./table/columns.tsx";
import { breakEvenText, chanceText, chanceTitle, ratioText, rewardText } from "./words.ts";

const NONE = Number.NaN;
const column = (...values: number[]) => Float64Array.from(values);
const side = (...price: number[]) => ({
  price: column(...price),
  iv: column(0.1, 0, 0.12),
  inMoney: column(60, 50, 40),
  base: column(150_000, 140_000, NONE),
  delta: column(0.6, 0.5, NONE),
});

const FROZEN: Frozen = {
  context: makePane({ expiry: isoDate("2026-08-25") }),
  date: isoDate("2026-08-18"),
  minute: 800,
  at: undefined,
  market: {
    frame: { spotRound: 24_200, step: 50, lowest: 24_150, highest: 24_250 },
    spot: 24_207.05,
    units: 65,
    strikes: column(24_150, 24_200, 24_250),
    call: side(180, 150, NONE),
    put: side(90, 110, 140),
    model: { kind: "spot", rate: 0.1, carry: 0.1, years: 7 / 365 },
  },
  limits: { from: 24_150, to: 24_250 },
};

/** A call spread of the first two strikes, then a put butterfly of all three. */
const of = (...values: number[]) => column(...values);
const ANALYSIS: Analysis = {
  made: 5,
  rows: 2,
  strikes: column(24_150, 24_200, 24_250),
  kind: Uint8Array.of(0, 7),
  packed: Int32Array.of(0 | (1 << 8), 0 | (1 << 8) | (2 << 16)),
  maxProfit: of(1, 2),
  maxLoss: of(-1, -2),
  reward: of(1, 1),
  lower: of(NONE, 24_160),
  upper: of(24_180, 24_240),
  pop: of(60, 30),
  rule: of(NONE, 70),
  atTarget: of(0, 0),
  perRisk: of(0, 0),
};

test("a candidate has the specification's name, and its legs by ascending strikes", () => {
  expect(candidateAt(ANALYSIS, 0).name).toBe("Bull Call Spread,24150CE-24200CE");
  expect(candidateAt(ANALYSIS, 1)).toEqual({
    name: "Butterfly Put,24150PE-24200PE-24250PE",
    kind: "Butterfly Put",
    legs: [
      { type: "PE", lots: 1, strike: 24_150 },
      { type: "PE", lots: -2, strike: 24_200 },
      { type: "PE", lots: 1, strike: 24_250 },
    ],
  });
  expect(rowOf(ANALYSIS, candidateAt(ANALYSIS, 1))).toBe(1);
  const other = { ...ANALYSIS, packed: Int32Array.of(1 | (2 << 8)), rows: 1 };
  expect(rowOf(ANALYSIS, candidateAt(other, 0))).toBe(-1);
});

test.each([
  ["Bull Call Spread", "+1 CE, -1 CE"],
  ["Bull Put Spread", "+1 PE, -1 PE"],
  ["Bear Call Spread", "-1 CE, +1 CE"],
  ["Bear Put Spread", "-1 PE, +1 PE"],
  ["Call Ratio BackSpread", "-1 CE, +2 CE"],
  ["Put Ratio BackSpread", "+2 PE, -1 PE"],
  ["Butterfly Call", "+1 CE, -2 CE, +1 CE"],
  ["Butterfly Put", "+1 PE, -2 PE, +1 PE"],
  ["Iron Condor", "+1 PE, -1 PE, -1 CE, +1 CE"],
  ["Long Straddle", "+1 CE, +1 PE"],
  ["Short Straddle", "-1 CE, -1 PE"],
  ["Long Strangle", "+1 PE, +1 CE"],
  ["Short Strangle", "-1 PE, -1 CE"],
])("a %s is %s, from the lowest strike up", (name, words) => {
  const kind = STRATEGY_KINDS.find((one) => one.name === name);
  const strikes = kind?.legs.map(({ strike }) => strike) ?? [];
  expect(kind?.legs.map(({ quantity, type }) => `${quantity > 0 ? "+" : ""}${quantity} ${type}`).join(", ")).toBe(
    words,
  );
  expect(strikes).toEqual([...strikes].sort((a, b) => a - b));
  expect(LISTED).toEqual(["All", ...STRATEGY_KINDS.map((one) => one.name), "Checked Strategies"]);
});

test("all of them are a table of a file: plain figures, and words where there is no end", () => {
  const unlimited = { ...ANALYSIS, maxProfit: of(1, Number.POSITIVE_INFINITY) };
  expect(candidatesCsv(unlimited, figureColumns(false)).split("\r\n")).toEqual([
    'Strategy,Strikes,Max Profit,Max Loss,RR,PoP,"BreakEven, lower","BreakEven, upper"',
    "Bull Call Spread,B 24150 CE; S 24200 CE,1,-1,1,60,,24180",
    "Butterfly Put,B 24150 PE; S 2 x 24200 PE; B 24250 PE,Unlimited,-2,1,30,24160,24240",
    "",
  ]);
});

const marks = { version: 1, checked: NO_CHECKED, chosen: -1, decimals: 2 } as const;

test("the grid shows a candidate in the words of the screen, and copies plain figures", () => {
  const { columns } = layOut(columnsOf(false), 1366, 1, 24);
  const shown = (analysis: Analysis, row: number) => {
    const rows = candidateRows(analysis, marks);
    return columns.map((column) => cellText(column, rows, row, rows.number(row, column.slot)));
  };
  expect(shown(ANALYSIS, 0)).toEqual([
    "Bull Call Spread",
    "B 24,150 CE   S 24,200 CE",
    "+1",
    "\u22121",
    "1 : 1.00",
    "60.0%",
    "24,180",
  ]);
  // A put back-spread, whose profit lies at an underlying worth nothing.
  const remote = { ...ANALYSIS, kind: Uint8Array.of(5, 7), maxProfit: of(Number.POSITIVE_INFINITY, 2) };
  expect(shown(remote, 0).slice(0, 5)).toEqual([
    "Put Ratio BackSpread",
    "B 2 x 24,150 PE   S 24,200 PE",
    "Unlimited",
    "\u22121",
    "1 : 1.00 †",
  ]);
  expect(shown(remote, 1).slice(1)).toEqual([
    "B 24,150 PE   S 2 x 24,200 PE   B 24,250 PE",
    "+2",
    "\u22122",
    "1 : 1.00",
    "30.0% †",
    "24,160 - 24,240",
  ]);
  expect(shown({ ...remote, reward: of(NONE, 1) }, 0)[4]).toBe("-");
  expect(toTsv(candidateRows(remote, marks), columns, 1, 1).split("\t").slice(2)).toEqual([
    "2",
    "-2",
    "1.00",
    "30.0",
    "24,160 - 24,240",
  ]);
});

test("the grid shows their tone, their tips, which are checked and which is looked at", () => {
  const checked = new Map([candidateAt(ANALYSIS, 1)].map((one) => [one.name, one]));
  const rows = candidateRows(ANALYSIS, { ...marks, checked, chosen: 1 });
  expect([0, 1].map((row) => rows.number(row, IS_CHECKED))).toEqual([0, 1]);
  expect(rows.text?.(1, IS_CHECKED)).toBe("Butterfly Put,24150PE-24200PE-24250PE");
  expect(rows.chosen).toBe(1);
  expect([MAX_PROFIT, MAX_LOSS, POP].map((slot) => CELL_INKS[rows.style(0, slot)])).toEqual(["up", "down", "column"]);
  expect(rows.tip?.(0, POP)).toBeUndefined();
  expect(rows.tip?.(1, POP)).toMatch(/^The usual rule gives 70.0%/);
  expect(rows.key(0)).not.toBe(rows.key(1));
});

test("they are handed over with the names and words of the specification, and so is what they were made of", () => {
  const unlimited = { ...ANALYSIS, maxLoss: of(-1, Number.NEGATIVE_INFINITY), reward: of(1, -0) };
  expect(handedStrategy(unlimited, 0, [])).toMatchObject({ id: 0, maxLoss: -1, RR: 1, breakEven: 24_180, pop: 60 });
  expect(handedStrategy(unlimited, 1, [])).toMatchObject({
    name: "Butterfly Put,24150PE-24200PE-24250PE",
    maxLoss: "Unlimited",
    RR: "-",
    breakEven: "24160 - 24240",
  });
  const contracts = { lotSize: 65, tokens: { "8:25:2026|24150|CE": 57 } };
  expect(handedMarket(FROZEN, contracts, NONE)).toEqual({
    spot: 24_207.05,
    prevSpot: null,
    strikes: [24_150, 24_250],
    socketname: "NIFTY-8/25/2026",
    expiry: "8:25:2026",
    tokenDictionary: {
      57: { name: "NIFTY Aug 25 24,150 CE", strike: 24_150, type: "CE", lot_size: 65, security_id: "57" },
    },
    remainingDays: 7,
    remainingTime: 7 / 365,
    m: {
      "24150CE": [150_000, 0.6],
      "24200CE": [140_000, 0.5],
      "24150PE": [150_000, 0.6],
      "24200PE": [140_000, 0.5],
    },
  });
});

test("its legs stand at the frozen prices", () => {
  const legs = quotedLegs(candidateAt(ANALYSIS, 0), FROZEN, ({ strike }) => ({ token: strike, lotSize: 65 }));
  expect(legs).toMatchObject([
    { type: "CE", lots: 1, strike: 24_150, price: 180, iv: 0.1, token: 24_150, lotSize: 65, expiry: "2026-08-25" },
    { type: "CE", lots: -1, strike: 24_200, price: 150 },
  ]);
});

test("of the checked ones those stay that the next prices make, too", () => {
  const checked = new Map<string, Candidate>(
    [
      candidateAt(ANALYSIS, 0),
      candidateAt(ANALYSIS, 1),
      { name: "x", kind: "Long Straddle", legs: [{ type: "CE" as const, lots: 1, strike: 24_250 }] },
    ].map((one) => [one.name, one]),
  );
  expect([...stillMade(checked, FROZEN).keys()]).toEqual([...checked.keys()].slice(0, 2));
  const few = stillMade(checked, FROZEN);
  expect(stillMade(few, FROZEN)).toBe(few);
  expect(stillMade(checked, { ...FROZEN, limits: { from: 24_300, to: 24_300 } }).size).toBe(0);
});

test("limits stand about the spot until they are set, and stay within its reach", () => {
  const { frame } = FROZEN.market;
  expect(limitsOf(frame, undefined)).toEqual({ from: 24_150, to: 24_250 });
  expect(limitsOf(frame, { from: 23_000, to: 24_200 })).toEqual({ from: 24_150, to: 24_200 });
});

test("what does not apply is a dash, and the other rule's figure a dagger", () => {
  expect([ratioText(0.44), ratioText(0.01), ratioText(Number.POSITIVE_INFINITY), ratioText(NONE)]).toEqual([
    "1 : 0.44",
    "-",
    "-",
    "-",
  ]);
  expect([rewardText(312.4, true), rewardText(0.44, false), rewardText(NONE, true)]).toEqual([
    "1 : 312.40 †",
    "1 : 0.44",
    "-",
  ]);
  expect(STRATEGY_KINDS.filter(winsMostAtZero).map(({ name }) => name)).toEqual([
    "Put Ratio BackSpread",
    "Long Straddle",
    "Long Strangle",
  ]);
  expect([chanceText(65.84, NONE), chanceText(30, 70), chanceText(NONE, NONE)]).toEqual(["65.8%", "30.0% †", "-"]);
  expect(chanceTitle(70)).toMatch(/^The usual rule gives 70.0%/);
  expect(chanceTitle(NONE)).toBeUndefined();
  expect(breakEvenText(NONE, 24_085, levelText(2))).toBe("24,085");
  expect(breakEvenText(23_850, 24_610, levelText(2))).toBe("23,850 - 24,610");
  expect(breakEvenText(NONE, NONE, levelText(2))).toBe("-");
});
