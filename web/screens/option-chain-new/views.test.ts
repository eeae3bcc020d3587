import { describe, expect, test } from "vitest";
import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { COLUMN_KEYS } from "#contract/domain/snapshots/chain-table.ts";
import { orderedViews, storedViews } from "./stored-views.ts";
import { DEFAULT_VIEWS, isStrikeRange, mergeViews, readView, type View } from "./views.ts";

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
  expect([...mergeViews(undefined).keys()]).toEqual(["chain", "greeks", "bid ask", "OI Graph"]);
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
  test("what the browser changed may replace one of the same name, and add others", () => {
    const views = mergeViews(undefined, {
      greeks: { columns: ["IV"] },
      mine: { columns: ["LTP", "gain#"] },
      broken: 3,
    });
    expect([...views.keys()]).toEqual(["chain", "greeks", "bid ask", "OI Graph", "mine"]);
    expect(views.get("greeks")?.columns).toEqual(["IV"]);
    expect(views.get("mine")?.columns).toEqual(["LTP", "gain#"]);
  });

  test("what the account keeps is the whole set, in its order; only the lasting ones come back", () => {
    const kept = storedViews(new Map([...mergeViews(undefined)].filter(([name]) => name !== "bid ask").reverse()));
    expect([...mergeViews(orderedViews(kept)).keys()]).toEqual(["OI Graph", "greeks", "chain"]);
    const { chain: _, ...rest } = kept;
    expect([...mergeViews(orderedViews({ ...rest, 7: { columns: ["IV"], order: 9 } })).keys()]).toEqual([
      "OI Graph",
      "greeks",
      "7",
      "chain",
    ]);
  });

  test("a lasting view of which nothing can be read is the default one, wherever it is spoilt", () => {
    const spoilt = { chain: 5, greeks: { columns: "IV" }, mine: { columns: ["IV"] }, "OI Graph": null };
    expect([...mergeViews(orderedViews(spoilt))]).toEqual([
      ["mine", { ...PLAIN, columns: ["IV"], strikeRange: 100 }],
      ["chain", DEFAULT_VIEWS["chain"]],
      ["greeks", DEFAULT_VIEWS["greeks"]],
      ["OI Graph", DEFAULT_VIEWS["OI Graph"]],
    ]);
    expect([...mergeViews([]).keys()]).toEqual(["chain", "greeks", "OI Graph"]);
  });

  test("of the OI graph only the range is the user's", () => {
    const graph = mergeViews(undefined, { "OI Graph": { columns: ["IV"], pcr: true, strikeRange: 7 } }).get("OI Graph");
    expect(graph).toEqual({ ...PLAIN, columns: [], strikeRange: 7 });
  });

  test("say which of the user's own columns they use", () => {
    expect(storedViews(new Map([["mine", { ...PLAIN, columns: ["gain#", "LTP"], strikeRange: 5 } as View]]))).toEqual({
      mine: { ...PLAIN, columns: ["gain#", "LTP"], strikeRange: 5, custom: ["gain"], order: 0 },
    });
  });
});

test("ranges are 5 to 15 strikes each side, all, or as many as fit", () => {
  expect([0, 4, 5, 15, 16, 99, 100, 7.5, "7"].map(isStrikeRange)).toEqual([
    true,
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

test("bars have words of their own kind", () => {
  const read = (volBar: string, oiBar: string) => {
    const view = readView({ columns: [], volBar, oiBar });
    return [view?.volBar, view?.oiBar];
  };
  expect(read("vol lot", "oi lakh")).toEqual(["vol lot", "oi lakh"]);
  expect(read("oi", "volume")).toEqual(["", ""]);
  expect(read("vol crore", "toString")).toEqual(["", ""]);
});
