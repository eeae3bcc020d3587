import { describe, expect, test } from "vitest";
import { answerBasis, columnsOf, DEFAULT_TWEAKS, readTweaks, shapeOf, type Tweak, turn } from "./tweaks.ts";

test("the record begins with the specified switches on and off", () => {
  const on = Object.entries(DEFAULT_TWEAKS).flatMap(([key, isOn]) => (isOn ? [key] : []));
  expect(on).toEqual(["OI", "volume", "barToogle", "lotToogle", "openToday", "header"]);
  const off = ["OIChange", "netChange", "buildUp", "previousClose", "premium", "switchShadingColor", "buildUpModal"];
  expect(Object.keys(DEFAULT_TWEAKS).filter((key) => !on.includes(key))).toEqual(off);
  expect(readTweaks({ OI: false, volume: "yes", other: true })).toEqual({ ...DEFAULT_TWEAKS, OI: false });
});

describe("switches", () => {
  test("lots turn lakhs off, and leave them off", () => {
    const without = turn(DEFAULT_TWEAKS, "lotToogle");
    expect(without).toMatchObject({ lotToogle: false, OI: true, volume: true });
    expect(turn(without, "lotToogle")).toMatchObject({ lotToogle: true, OI: false, volume: false });
  });

  test("the bases of the analysis exclude each other; the answer turns the analysis on", () => {
    expect(turn(DEFAULT_TWEAKS, "previousClose")).toMatchObject({ previousClose: true, openToday: false });
    expect(turn(DEFAULT_TWEAKS, "openToday")).toMatchObject({ previousClose: true, openToday: false });
    expect(answerBasis(DEFAULT_TWEAKS, "previousClose")).toMatchObject({
      previousClose: true,
      openToday: false,
      buildUp: true,
      buildUpModal: true,
    });
  });
});

describe("columns", () => {
  const heads = (...turned: Tweak[]) =>
    columnsOf("chain", turned.reduce(turn, DEFAULT_TWEAKS)).map(({ id, text }) => `${text}: ${id}`);
  test("show lakhs where they are on, else lots, else units", () => {
    expect(heads()).toEqual([
      "OI-Lakh: OI Lakh",
      "OI Chg: OIChg Lot",
      "Vol-Lakh: Vol Lakh",
      "IV: IV",
      "Net Chg: Net Chg",
      "LTP: LTP",
    ]);
    expect(heads("OI", "volume")).toEqual(expect.arrayContaining(["OI: OI Lot", "Volume: Vol Lot"]));
    expect(heads("lotToogle", "OI", "volume")).toEqual(
      expect.arrayContaining(["OI: OI", "OI Chg: OI Chg", "Volume: Volume"]),
    );
  });
  test("read what a press on a header chose", () => {
    expect(heads("OIChange", "netChange", "premium", "buildUp")).toEqual([
      "Analysis: Analysis",
      "OI-Lakh: OI Lakh",
      "OI Chg %: OI Chg%",
      "Vol-Lakh: Vol Lakh",
      "IV: IV",
      "Net Chg %: Net Chg%",
      "Extrinsic: Time Value",
    ]);
  });
  test("are the greeks' in the other mode, and none in the graph", () => {
    expect(shapeOf("greeks", DEFAULT_TWEAKS).columns).toEqual(["Vega", "Gamma", "Theta", "Delta", "ITM Prob", "LTP"]);
    expect(shapeOf("graph", DEFAULT_TWEAKS)).toMatchObject({ columns: [], oiGraph: true });
  });
});
