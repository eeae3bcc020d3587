import { describe, expect, test } from "vitest";
import { ALL_STRIKES } from "#contract/domain/strike-range.ts";
import { COLUMN_KEYS } from "./snapshot.ts";
import { DEFAULT_VIEWS, isStrikeRange, mergeViews, oiBarScale, readView, volBarScale } from "./views.ts";

const PLAIN = {
  pcr: false,
  pcrVol: false,
  pcrOIChg: false,
  straddle: false,
  vegatop3: false,
  analysisCalc: "prevClose",
  volBar: "",
  oiBar: "",
  custom: [],
};

test("a fresh browser has four views, in this order and with these contents", () => {
  expect(Object.keys(mergeViews({}))).toEqual(["chain", "greeks", "bid ask", "OI Graph"]);
  expect(DEFAULT_VIEWS).toEqual({
    "OI Graph": { ...PLAIN, columns: [], strikeRange: 100 },
    chain: {
      ...PLAIN,
      columns: ["Analysis", "OI Lakh", "OIChg Lakh", "Vol Lakh", "IV", "Net Chg", "LTP"],
      pcr: true,
      strikeRange: 10,
    },
    greeks: { ...PLAIN, columns: ["Vega", "Gamma", "Theta", "Delta", "LTP"], strikeRange: 5 },
    "bid ask": { ...PLAIN, columns: ["Bid Qty", "Bid", "Ask", "Ask Qty", "LTP"], strikeRange: 10 },
  });
});

describe("a stored view", () => {
  test("is read as it was written", () => {
    const view = {
      ...PLAIN,
      columns: ["OI", "LTP"],
      strikeRange: 7,
      straddle: true,
      volBar: "vol lot",
      custom: ["mine"],
    };
    expect(readView(view)).toEqual(view);
  });

  test.each([undefined, null, 5, "chain", [], {}, { columns: "OI" }])("%j is none", (stored) => {
    expect(readView(stored)).toBeUndefined();
  });

  test("keeps what is known of it: unknown columns, doubles, ranges and words give way", () => {
    const stored = {
      columns: ["OI", "Nonsense", "OI", 5],
      strikeRange: 4,
      analysisCalc: "close",
      oiBar: "OI",
      custom: [1, "a"],
    };
    expect(readView(stored)).toEqual({ ...PLAIN, columns: ["OI"], strikeRange: ALL_STRIKES, custom: ["a"] });
  });

  test("holds seven columns at most", () => {
    expect(readView({ columns: [...COLUMN_KEYS] })?.columns).toEqual(COLUMN_KEYS.slice(0, 7));
  });
});

describe("stored views among the default ones", () => {
  test("may replace one of the same name, and add others", () => {
    const views = mergeViews({ greeks: { columns: ["IV"] }, mine: { columns: ["LTP"] }, broken: 3 });
    expect(Object.keys(views)).toEqual(["chain", "greeks", "bid ask", "OI Graph", "mine"]);
    expect(views["greeks"]?.columns).toEqual(["IV"]);
  });

  test("of the OI graph only the range is the user's", () => {
    const { "OI Graph": graph } = mergeViews({ "OI Graph": { columns: ["IV"], pcr: true, strikeRange: 7 } });
    expect(graph).toEqual({ ...PLAIN, columns: [], strikeRange: 7 });
  });

  test("of any name harm nothing", () => {
    const views = mergeViews(JSON.parse('{"__proto__": {"columns": ["IV"]}}'));
    expect(Object.getPrototypeOf(views)).toBe(Object.prototype);
    expect(Object.hasOwn(views, "constructor")).toBe(false);
  });
});

test("ranges are 5 to 15 strikes each side, or all", () => {
  expect([4, 5, 15, 16, 99, 100, 7.5, "7"].map(isStrikeRange)).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
    false,
    false,
  ]);
});

test("bar texts name their scale", () => {
  expect(["volume", "vol lakh", "vol lot", ""].map((text) => volBarScale(text as never))).toEqual([
    "unit",
    "lakh",
    "lot",
    "",
  ]);
  expect(["oi", "oi lakh", "oi lot", ""].map((text) => oiBarScale(text as never))).toEqual(["unit", "lakh", "lot", ""]);
});
