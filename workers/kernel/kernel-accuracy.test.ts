import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadQuantModule, readQuantBytes } from "../../assembly/load.mjs";
import { createChainGreeks } from "./chain-columns.ts";
import { createKernel, type Kernel } from "./kernel.ts";
import { parseReferenceRows, REFERENCE_SAMPLE, type ReferenceRow } from "./testing/reference-rows.ts";
import { VARIANTS } from "./variant.ts";

const marketData = process.env["MARKET_DATA"];
const referenceFile = marketData === undefined ? undefined : `${marketData}/quant/reference.csv`;

function price(kernel: Kernel, row: ReferenceRow) {
  const out = createChainGreeks(1);
  const column = (x: number) => new Float64Array([x]);
  const callPrice = column(row.isCall ? row.price : Number.NaN);
  const putPrice = column(row.isCall ? Number.NaN : row.price);
  kernel.priceChain({ length: 1, strike: column(row.strike), callPrice, putPrice }, row, out);
  const side = row.isCall ? out.call : out.put;
  return {
    iv: side.iv[0]!,
    delta: side.delta[0]!,
    gamma: side.gamma[0]!,
    theta: side.theta[0]!,
    vega: side.vega[0]!,
    probAbove: side.probAbove[0]!,
  };
}

const relative = (got: number, want: number) => Math.abs(got - want) / Math.abs(want);

function worstErrors(kernel: Kernel, rows: readonly ReferenceRow[]) {
  const worst = { iv: 0, delta: 0, probAbove: 0, gamma: 0, vega: 0, theta: 0 };
  for (const row of rows) {
    if (row.iv === 0) continue;
    const got = price(kernel, row);
    // Theta is a difference of two parts that can cancel: its error is measured against the larger of them.
    const decay = (row.vega * row.iv) / (2 * row.years);
    worst.iv = Math.max(worst.iv, relative(got.iv, row.iv));
    worst.delta = Math.max(worst.delta, Math.abs(got.delta - row.delta));
    worst.probAbove = Math.max(worst.probAbove, Math.abs(got.probAbove - row.probAbove));
    worst.gamma = Math.max(worst.gamma, relative(got.gamma, row.gamma));
    worst.vega = Math.max(worst.vega, relative(got.vega, row.vega));
    worst.theta = Math.max(worst.theta, Math.abs(got.theta - row.theta) / Math.max(decay, Math.abs(row.theta)));
  }
  return worst;
}

function describeAccuracy(kernel: Kernel, rows: readonly ReferenceRow[]) {
  const isInDomain = (row: ReferenceRow) =>
    row.years <= 90.5 / 365 && row.strike >= row.underlying / 2 && row.strike <= row.underlying * 2;

  it("IV, greeks and probability on the trading domain, both sides of the money", () => {
    const worst = worstErrors(kernel, rows.filter(isInDomain));
    expect(worst.iv).toBeLessThan(1e-14);
    expect(worst.delta).toBeLessThan(1e-15);
    expect(worst.probAbove).toBeLessThan(1e-15);
    // the wings' densities carry the rounding of exp(-h^2 / 2): h reaches 36 on rows tagged extreme
    expect(worst.gamma).toBeLessThan(1e-12);
    expect(worst.vega).toBeLessThan(1e-12);
    expect(worst.theta).toBeLessThan(1e-12);
  });

  it("out of the money, where the price is all time value, to a few units of the last place", () => {
    const isOut = (row: ReferenceRow) =>
      row.isCall ? row.strike > row.underlying * 1.03 : row.strike < row.underlying;
    const worst = worstErrors(
      kernel,
      rows.filter((row) => isInDomain(row) && isOut(row) && row.tag !== "extreme"),
    );
    expect(worst.iv).toBeLessThan(1e-15);
    expect(worst.gamma).toBeLessThan(1e-14);
    expect(worst.vega).toBeLessThan(1e-14);
  });

  it("and outside it: years to expiry, strikes far away", () => {
    const worst = worstErrors(
      kernel,
      rows.filter((row) => !isInDomain(row)),
    );
    expect(worst.iv).toBeLessThan(1e-13);
    expect(worst.delta).toBeLessThan(1e-13);
    expect(worst.probAbove).toBeLessThan(1e-13);
    expect(worst.gamma).toBeLessThan(1e-12);
    expect(worst.vega).toBeLessThan(1e-12);
  });

  it("answers none exactly where there is no root", () => {
    for (const row of rows) {
      const got = price(kernel, row);
      expect({ row, isSolved: got.iv > 0 }).toEqual({ row, isSolved: row.iv > 0 });
      if (row.iv === 0)
        expect(got).toEqual({
          iv: 0,
          delta: Number.NaN,
          gamma: Number.NaN,
          theta: Number.NaN,
          vega: Number.NaN,
          probAbove: Number.NaN,
        });
    }
  });
}

describe.each(VARIANTS)("the %s build", (variant) => {
  const bytes = readQuantBytes(variant);
  const module = loadQuantModule(variant);
  const kernel = createKernel(module);

  describe("on the sample of the reference", () => {
    describeAccuracy(kernel, REFERENCE_SAMPLE);
  });

  describe("on the whole reference", () => {
    if (referenceFile === undefined || !existsSync(referenceFile)) {
      it.skip("skipped: MARKET_DATA names no folder with quant/reference.csv", () => {});
    } else {
      describeAccuracy(kernel, parseReferenceRows(readFileSync(referenceFile, "utf8")));
    }
  });

  it("is at most 45 kB compressed", () => {
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(45_000);
  });

  it("imports nothing", () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });
});
