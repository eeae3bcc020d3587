/**
 * How exact are IVs and greeks: against options solved with 400 digits (quant/reference.csv of the market data folder), on
 * the trading domain: up to 90 days, strikes from half the underlying to twice. Relative errors of gamma and vega are those out
 * of the money, where the price carries the digits.
 */
import { existsSync, readFileSync } from "node:fs";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { parseReferenceRows, type ReferenceRow } from "#kernel/testing/reference-rows.ts";
import { VARIANTS } from "#kernel/variant.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { absent, note, type Row, row } from "../report.ts";

const WHATS = {
  iv: "IV, largest relative error",
  delta: "delta, largest absolute error",
  probAbove: "probability, largest absolute error",
  gamma: "gamma out of the money, largest relative error",
  vega: "vega out of the money, largest relative error",
} as const;
type Figure = keyof typeof WHATS;
const FIGURES = Object.keys(WHATS) as Figure[];

const LONGEST = 90 / 365;

export function accuracyRows(question: string): Row[] {
  const folder = process.env["MARKET_DATA"];
  const file = folder === undefined ? undefined : `${folder}/quant/reference.csv`;
  if (file === undefined || !existsSync(file))
    return FIGURES.map((figure) => absent(question, WHATS[figure], "not present (MARKET_DATA)"));
  const rows = parseReferenceRows(readFileSync(file, "utf8")).filter(isInDomain);
  const errors = worstErrors(createKernel(loadQuantModule()), rows);
  return [
    ...FIGURES.map((figure) => row(question, WHATS[figure], errors[figure])),
    ...VARIANTS.filter((variant) => variant !== "simd").map((variant) => {
      const { iv } = worstErrors(createKernel(loadQuantModule(variant)), rows);
      return note(question, `${WHATS.iv}: ${variant} build`, iv, "");
    }),
    note(question, "options of the reference that were compared", rows.length, ""),
  ];
}

function isInDomain({ iv, years, strike, underlying }: ReferenceRow): boolean {
  return iv > 0 && years <= LONGEST && strike >= underlying / 2 && strike <= underlying * 2;
}

function worstErrors(kernel: Kernel, rows: readonly ReferenceRow[]): Record<Figure, number> {
  const worst: Record<Figure, number> = { iv: 0, delta: 0, probAbove: 0, gamma: 0, vega: 0 };
  for (const exact of rows) {
    const got = solve(kernel, exact);
    for (const figure of FIGURES) {
      if ((figure === "gamma" || figure === "vega") && !isOutOfTheMoney(exact)) continue;
      const error = Math.abs(got[figure] - exact[figure]);
      const isAbsolute = figure === "delta" || figure === "probAbove";
      const size = isAbsolute ? error : error / Math.abs(exact[figure]);
      if (Number.isNaN(size) || size > worst[figure]) worst[figure] = size;
    }
  }
  return worst;
}

/** On the discounted strike, as the formula sees it. */
function isOutOfTheMoney({ model, isCall, underlying, strike, years, rate }: ReferenceRow): boolean {
  const level = model === "spot" ? strike * Math.exp(-rate * years) : strike;
  return isCall ? level >= underlying : level <= underlying;
}

function solve(kernel: Kernel, option: ReferenceRow): Record<Figure, number> {
  const out = createChainGreeks(1);
  const column = (value: number) => new Float64Array([value]);
  const [callPrice, putPrice] = option.isCall ? [option.price, Number.NaN] : [Number.NaN, option.price];
  const input = {
    length: 1,
    strike: column(option.strike),
    callPrice: column(callPrice),
    putPrice: column(putPrice),
  };
  kernel.priceChain(input, option, out);
  const side = option.isCall ? out.call : out.put;
  const figures = FIGURES.map((figure) => [figure, side[figure][0]!] as const);
  return Object.fromEntries(figures) as Record<Figure, number>;
}
