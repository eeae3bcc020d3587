/** `quant solve` and `quant price`: an options table with what the kernel finds appended to each line. */
import { type ChainGreeks, createChainGreeks } from "#kernel/chain-columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { createOptionReader, type Known, type TableOption } from "./options.ts";
import { type CsvRecord, DataError } from "./source.ts";

const GREEKS = ["delta", "gamma", "theta", "vega", "probAbove"] as const;
const GREEK_TITLES = ["delta", "gamma", "theta_annual", "vega", "prob_above"];

/** An option on its own: what is known into the kernel's columns, what is wanted out of them. */
export type Solver = (option: TableOption) => readonly number[];

/** The lines of the answer, several at once, each with its line end; the header's is taken for all. @throws DataError naming file and line */
export async function* appendGreeks(
  kernel: Kernel,
  name: string,
  records: AsyncIterable<readonly CsvRecord[]>,
  known: Known,
): AsyncGenerator<string> {
  const solve = createSolver(kernel, known);
  let read: ((record: CsvRecord) => TableOption) | undefined;
  for await (const batch of records) {
    let lines = "";
    try {
      for (const record of batch) {
        if (read === undefined) {
          read = createOptionReader(name, record, known);
          lines += `${[record.text, known === "price" ? "iv" : "price", ...GREEK_TITLES].join(",")}\n`;
        } else lines += `${record.text},${solve(read(record)).join(",")}\n`;
      }
    } catch (error) {
      yield lines; // what stands before a line that cannot be read
      throw error;
    }
    if (lines !== "") yield lines;
  }
  if (read === undefined) throw new DataError(`${name}: is empty: there is no header line`);
}

/** @returns a function from an option to its IV or price, four greeks and the probability; no IV is 0 in all of them */
function createSolver(kernel: Kernel, known: Known): Solver {
  const out = createChainGreeks(1);
  const strike = new Float64Array(1);
  const callPrice = new Float64Array(1);
  const putPrice = new Float64Array(1);
  const input = { length: 1, strike, callPrice, putPrice };
  const greeks = (option: TableOption): number[] => {
    const side = sideOf(out, option);
    return GREEKS.map((greek) => side[greek][0]! || 0);
  };

  function fromPrice(option: TableOption): number[] {
    strike[0] = option.strike;
    callPrice[0] = option.isCall ? option.known : 0;
    putPrice[0] = option.isCall ? 0 : option.known;
    kernel.priceChain(input, option, out);
    return [sideOf(out, option).iv[0]!, ...greeks(option)];
  }

  function fromIv(option: TableOption): number[] {
    strike[0] = option.strike;
    out.call.iv[0] = option.isCall ? option.known : 0;
    out.put.iv[0] = option.isCall ? 0 : option.known;
    kernel.valueChain(1, strike, option, out, callPrice, putPrice);
    return [(option.isCall ? callPrice : putPrice)[0]!, ...greeks(option)];
  }

  return known === "price" ? fromPrice : fromIv;
}

const sideOf = (out: ChainGreeks, { isCall }: TableOption) => (isCall ? out.call : out.put);
