import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createKernel } from "#kernel/kernel.ts";
import { plainValue } from "#kernel/testing/plain-black.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { appendGreeks } from "./greeks.ts";
import type { Known } from "./options.ts";
import { readRecords } from "./source.ts";

const kernel = createKernel(loadQuantModule());

async function linesOf(text: string, known: Known): Promise<string[]> {
  const records = readRecords("-", Readable.from([Buffer.from(text)]));
  const lines: string[] = [];
  for await (const line of appendGreeks(kernel, "in.csv", records, known)) lines.push(...line.split("\n").slice(0, -1));
  return lines;
}

const HEADER = "model,type,S,K,T_years,r,q_or_extra,price";
const CALL = "BS,CE,24512.35,24500,0.02,0.1,0,250.5";

/** The appended figures by name, of the only line. */
async function figures(header: string, row: string, known: Known): Promise<Record<string, number>> {
  const [titles = "", cells = ""] = await linesOf(`${header}\n${row}\n`, known);
  const [names, values] = [titles.split(",").slice(-6), cells.split(",").slice(-6)];
  return Object.fromEntries(names.map((name, i) => [name, Number(values[i])]));
}

describe("quant solve", () => {
  it("finds what the textbook prices back, and its greeks", async () => {
    const found = await figures(HEADER, CALL, "price");
    const option = {
      model: "spot",
      isCall: true,
      underlying: 24512.35,
      strike: 24500,
      years: 0.02,
      rate: 0.1,
    } as const;
    const plain = plainValue(option, found["iv"]!);
    expect(plain.price).toBeCloseTo(250.5, 9);
    expect(found["delta"]).toBeCloseTo(plain.delta, 12);
    expect(found["gamma"]).toBeCloseTo(plain.gamma, 12);
    expect(found["theta_annual"]).toBeCloseTo(plain.theta, 7);
    expect(found["vega"]).toBeCloseTo(plain.vega, 8);
    expect(found["prob_above"]).toBeCloseTo(plain.probAbove, 12);
  });

  it("takes columns in any order and leaves lines as they were: quotes, line ends, order, further columns", async () => {
    const lines = await linesOf(
      '\ufeffnote,price,K,S,type,model,q_or_extra,r,T_years\r\n"a ""b"", c",250.50,24500,24512.35,CE,BS,0.0,.1,2e-2\r\n\r\n',
      "price",
    );
    const [plain] = (await linesOf(`${HEADER}\n${CALL}`, "price")).slice(1);
    expect(lines).toEqual([
      "note,price,K,S,type,model,q_or_extra,r,T_years,iv,delta,gamma,theta_annual,vega,prob_above",
      `"a ""b"", c",250.50,24500,24512.35,CE,BS,0.0,.1,2e-2,${plain!.split(",").slice(8).join(",")}`,
    ]);
  });

  it("writes figures that read back as the same double", async () => {
    const { iv } = await figures(HEADER, CALL, "price");
    const [, line = ""] = await linesOf(`${HEADER}\n${CALL}`, "price");
    expect(line.split(",")[8]).toBe(String(iv));
    expect(String(iv).length).toBeGreaterThan(15);
  });

  it.each([
    ["a price below the intrinsic value", "BS,PE,100,150,0.1,0.1,0,20"],
    ["a price of 0", "BS,CE,100,150,0.1,0.1,0,0"],
    ["an expired option", "BS,CE,100,90,0,0.1,0,11"],
  ])("has 0 in every column for %s", async (_name, row) => {
    expect(Object.values(await figures(HEADER, row, "price"))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each([
    ["a number that is none", "BS,CE,100,90,0.1,0.1,0,abc", 'price is not a number: "abc"'],
    ["an empty cell", "BS,CE,100,,0.1,0.1,0,11", 'K is not a number: ""'],
    ["a strike of 0", "BS,CE,100,0,0.1,0.1,0,11", "K is not above 0: 0"],
    ["a negative time", "BS,CE,100,90,-1,0.1,0,11", "T_years is below 0: -1"],
    ["a negative price", "BS,CE,100,90,0.1,0.1,0,-1", "price is below 0: -1"],
    ["a number without bounds", "BS,CE,1e999,90,0.1,0.1,0,11", 'S is not a finite number: "1e999"'],
    ["a type that is none", "BS,CALL,100,90,0.1,0.1,0,11", 'type is CE or PE, not "CALL"'],
    ["a model that is none", "HESTON,CE,100,90,0.1,0.1,0,11", 'model is BS or BLACK76, not "HESTON"'],
    ["a dividend yield", "BS,CE,100,90,0.1,0.1,0.02,11", "q_or_extra must be 0"],
    ["two rates", "BLACK76,CE,100,90,0.1,0.1,0.02,11", "r and q_or_extra must be equal"],
    ["a short line", "BS,CE,100,90,0.1,0.1,0", "has 7 cells, the header 8"],
    ["a quote that stays open", 'BS,CE,100,90,0.1,0.1,0,"11', "a quote opens and does not close"],
  ])("names file and line of %s", async (_name, row, message) => {
    await expect(linesOf(`${HEADER}\n${row}\n`, "price")).rejects.toThrow(message);
    await expect(linesOf(`${HEADER}\n${row}\n`, "price")).rejects.toThrow(/^(in\.csv|standard input): line 2: /);
  });

  it("says which columns the header lacks, and that there is none", async () => {
    await expect(linesOf("model,type,S,K,r,price\n", "price")).rejects.toThrow(
      "in.csv: line 1: the header lacks T_years, q_or_extra; it has model, type, S, K, r, price",
    );
    await expect(linesOf("", "price")).rejects.toThrow("in.csv: is empty: there is no header line");
  });
});

describe("quant price", () => {
  const header = "model,type,S,K,T_years,r,q_or_extra,iv";

  it.each([
    ["BS,PE,24512.35,24600,0.05,0.1,0", 0.14],
    ["BLACK76,CE,84.5,84.75,0.05,0.065,0.065", 0.03],
  ])("gives the price whose IV is the one given: %s", async (option, iv) => {
    const priced = await figures(header, `${option},${iv}`, "iv");
    const solved = await figures(HEADER, `${option},${priced["price"]}`, "price");
    expect(solved["iv"]).toBeCloseTo(iv, 13);
    for (const greek of ["delta", "gamma", "theta_annual", "vega", "prob_above"])
      expect(solved[greek]! / priced[greek]!).toBeCloseTo(1, 11);
  });

  it("gives the discounted intrinsic value without an IV, and at expiry", async () => {
    const flat = await figures(header, "BS,CE,100,90,0.1,0.1,0,0", "iv");
    expect(flat["price"]).toBeCloseTo(100 - 90 * Math.exp(-0.01), 12);
    expect(flat).toMatchObject({ delta: 0, gamma: 0, theta_annual: 0, vega: 0, prob_above: 0 });
    expect((await figures(header, "BS,PE,80,90,0,0.1,0,0.2", "iv"))["price"]).toBe(10);
  });

  it("refuses a negative IV", async () => {
    await expect(linesOf(`${header}\nBS,CE,100,90,0.1,0.1,0,-0.1\n`, "iv")).rejects.toThrow("line 2: iv is below 0");
  });
});

describe("the reference file", () => {
  const folder = process.env["MARKET_DATA"];
  const file = folder === undefined ? undefined : `${folder}/quant/reference.csv`;
  if (file === undefined || !existsSync(file)) {
    it.skip("skipped: MARKET_DATA names no folder with quant/reference.csv", () => {});
    return;
  }

  it.each([
    ["price" as const, ["iv", "delta", "gamma", "theta_annual", "vega", "prob_above"]],
    ["iv" as const, ["price", "delta", "gamma", "theta_annual", "vega", "prob_above"]],
  ])("has the same columns as those worked out from its %s", async (known, wanted) => {
    let titles: string[] = [];
    let compared = 0;
    const lines: string[] = [];
    for await (const batch of appendGreeks(kernel, file, readRecords(file), known))
      lines.push(...batch.trim().split("\n"));
    for (const line of lines) {
      const cells = line.trim().split(",");
      if (titles.length === 0) {
        titles = cells;
        continue;
      }
      // Far out on the wings, and of rows without a root the price says nothing.
      if (cells[titles.indexOf("tag")] === "extreme" || Number(cells[titles.indexOf("iv")]) === 0) continue;
      const ours = cells.slice(-wanted.length);
      const scale = Math.max(1, Math.abs(Number(cells[titles.indexOf("theta_annual")])));
      for (const [i, title] of wanted.entries()) {
        const exact = Number(cells[titles.indexOf(title)]);
        const size = title === "theta_annual" ? scale : Math.abs(exact);
        expect({ line, title, isNear: Math.abs(Number(ours[i]) - exact) <= 1e-9 * size }).toMatchObject({
          isNear: true,
        });
      }
      compared++;
    }
    expect(compared).toBeGreaterThan(180);
  });
});
