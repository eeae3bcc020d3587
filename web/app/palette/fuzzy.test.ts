import { describe, expect, it } from "vitest";
import { best, match, partsOf } from "./fuzzy.ts";

const names = (query: string, ...all: string[]): readonly string[] =>
  best(
    all.map((name) => ({ name })),
    query,
    9,
  ).map(({ name }) => name);

describe("the palette's search", () => {
  it("marks what was typed", () => {
    expect(match("nif", "BANKNIFTY")?.marked).toEqual([4, 5, 6]);
    expect(match("chain nifty", "NIFTY Option Chain")?.marked).toEqual([0, 1, 2, 3, 4, 13, 14, 15, 16, 17]);
    expect(match("oc", "Option Chain")?.marked).toEqual([0, 7]);
    expect(match("", "NIFTY")?.marked).toEqual([]);
  });

  it("prefers the start of the name, then of a word, then the inside, then single letters; the shorter among equals", () => {
    expect(names("nif", "FINNIFTY", "TOP NIFTY", "NIFTYNXT50", "NIFTY")).toEqual([
      "NIFTY",
      "NIFTYNXT50",
      "TOP NIFTY",
      "FINNIFTY",
    ]);
    expect(names("iv", "India Volatility", "HV-IV", "IV, Price & OI")).toEqual([
      "IV, Price & OI",
      "HV-IV",
      "India Volatility",
    ]);
  });

  it("finds nothing where a word is missing, or letters stand in the wrong order", () => {
    expect(names("nifty xyz", "NIFTY Option Chain")).toEqual([]);
    expect(names("co", "Option Chain")).toEqual([]);
    expect(names("pn", "Option Chain")).toEqual([]);
  });

  it("looks at other words of an entry, too, and marks nothing there", () => {
    const [day] = best([{ name: "18 Aug 2026", words: "2026-08-18" }], "2026-08", 1);
    expect(day).toMatchObject({ name: "18 Aug 2026", marked: [] });
  });

  it("divides a name into what was typed and what was not", () => {
    const shown = partsOf("BANKNIFTY", [4, 5, 6]).map(({ part, isMarked }) => (isMarked ? `[${part}]` : part));
    expect(shown.join("")).toBe("BANK[NIF]TY");
    expect(partsOf("", [])).toEqual([]);
  });

  it("takes no time for long names of one letter", () => {
    const before = performance.now();
    expect(match("a".repeat(30), "a b".repeat(40))).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(200);
  });
});
