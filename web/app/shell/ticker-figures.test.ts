import { describe, expect, it } from "vitest";
import { tickerFigures } from "./ticker-figures.ts";

const universe = { spot: { NIFTY: 24207.05 }, previousClose: { NIFTY: 24212.8 } };

describe("the ticker", () => {
  it("shows the spot of the call until the first live one", () => {
    expect(tickerFigures(undefined, universe, "NIFTY")).toEqual({
      value: "24,207.05",
      change: "−5.75 (−0.02%)",
      tone: "down",
    });
    expect(tickerFigures(24331.15, universe, "NIFTY")).toEqual({
      value: "24,331.15",
      change: "+118.35 (+0.49%)",
      tone: "up",
    });
  });

  it("has no tone without a change", () => {
    expect(tickerFigures(24212.8, universe, "NIFTY")).toMatchObject({ change: "0.00 (0.00%)", tone: undefined });
  });

  it("shows '-' for what is not known", () => {
    expect(tickerFigures(62000, universe, "BANKEX")).toEqual({ value: "62,000.00", change: "-", tone: undefined });
    expect(tickerFigures(undefined, undefined, "NIFTY")).toEqual({ value: "-", change: "-", tone: undefined });
  });
});
