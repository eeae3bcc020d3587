/** A scan as one would write it plainly: contracts as objects, and the formula's tree walked for each of them. */

import { FIELDS, type RoomDay } from "#contract/domain/columns.ts";
import type { Op } from "#contract/domain/formula/compile.ts";
import { compileScan } from "#contract/domain/formula/scan.ts";
import { CE, EQ, FUT, PE } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";

export type Contract = Readonly<Record<string, number>>;

/** Rupees by symbol. */
export function spotsOf(rooms: readonly RoomDay[]): Record<string, number> {
  const spots: Record<string, number> = {};
  for (const { symbol, tokens, live, priceScale } of rooms)
    for (let line = 0; line < tokens.length; line++)
      if (tokens.type[line] === EQ && live.columns[0][line] > 0 && spots[symbol] === undefined)
        spots[symbol] = live.columns[0][line] / priceScale;
  return spots;
}

/** Every priced contract of NSE; absent figures are NaN. */
export function makeContracts(rooms: readonly RoomDay[], spots: Readonly<Record<string, number>>): Contract[] {
  const contracts: Contract[] = [];
  for (const day of rooms) {
    const { tokens, live, priceScale, exchange } = day;
    if (exchange !== "NSE") continue;
    const days = daysBetween(day.date, day.expiry);
    const wanted = tokens.symbol === undefined ? [CE, PE] : [FUT];
    for (let line = 0; line < tokens.length; line++) {
      if (!wanted.includes(tokens.type[line])) continue;
      const tick = Object.fromEntries(FIELDS.map((field, i) => [field, live.columns[i][line]]));
      if (!((tick["ltp"] ?? -1) > 0)) continue;
      const price = (value = -1): number => (value < 0 ? Number.NaN : value / priceScale);
      const quantity = (value = -1): number => (value < 0 ? Number.NaN : value);
      const percent = (now = -1, before = -1): number =>
        now < 0 || before <= 0 ? Number.NaN : ((now - before) / before) * 100;
      const spot = spots[tokens.symbol?.[line] ?? day.symbol] ?? Number.NaN;
      const isFuture = tokens.type[line] === FUT;
      const ltp = price(tick["ltp"]);
      const basis = isFuture ? ltp - spot : Number.NaN;
      contracts.push({
        token: tokens.token[line],
        LTP: ltp,
        "Net Chg%": percent(tick["ltp"], tokens.prevClose[line]),
        Open: price(tick["open"]),
        High: price(tick["high"]),
        Low: price(tick["low"]),
        "Prev Close": price(tokens.prevClose[line]),
        Vwap: price(tick["vwap"]),
        OI: quantity(tick["oi"]),
        "OI Chg%": percent(tick["oi"], tokens.prevOi[line]),
        "Prev OI": quantity(tokens.prevOi[line]),
        Volume: quantity(tick["vol"]),
        "Prev Vol": quantity(tokens.prevVol[line]),
        Bid: price(tick["bid"]),
        "Bid Qty": quantity(tick["bidQty"]),
        Ask: price(tick["ask"]),
        "Ask Qty": quantity(tick["askQty"]),
        Strike: isFuture ? Number.NaN : tokens.strike[line] / priceScale,
        Spot: spot,
        Basis: basis,
        "Carry%": isFuture && days > 0 ? (((ltp / spot - 1) * 365) / days) * 100 : Number.NaN,
        Days: days,
        Lot: tokens.lotSize[line],
      });
    }
  }
  return contracts;
}

type Tree = { readonly value: number } | { readonly field: string } | { readonly op: Op; readonly of: readonly Tree[] };

export function plainScan(contracts: readonly Contract[], formula: string): Contract[] {
  const tree = treeOf(formula);
  return contracts.filter((one) => {
    const value = figureOf(tree, one);
    return value !== 0 && !Number.isNaN(value) && Number.isFinite(value);
  });
}

const TAKES: Readonly<Partial<Record<Op, number>>> = { negate: 1, not: 1, abs: 1, if: 3 };

function treeOf(formula: string): Tree {
  const scan = compileScan(formula);
  if (!scan.ok) throw new Error(`${formula}: ${scan.error.message}`);
  const { steps, constants, sources } = scan.program;
  const stack: Tree[] = [];
  for (const { op, operand } of steps) {
    if (op === "constant") stack.push({ value: constants[operand] });
    else if (op === "source") stack.push({ field: sources[operand].field });
    else stack.push({ op, of: stack.splice(-(TAKES[op] ?? 2)) });
  }
  return stack[0];
}

function figureOf(tree: Tree, contract: Contract): number {
  if ("value" in tree) return tree.value;
  if ("field" in tree) return contract[tree.field] ?? Number.NaN;
  const [a, b, c] = tree.of.map((one) => figureOf(one, contract));
  const isKnown = !Number.isNaN(a) && !Number.isNaN(b ?? 0);
  const truth = (is: boolean): number => (isKnown ? Number(is) : Number.NaN);
  switch (tree.op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? Number.NaN : a / b;
    case "negate":
      return -a;
    case "<":
      return truth(a < b);
    case ">":
      return truth(a > b);
    case "<=":
      return truth(a <= b);
    case ">=":
      return truth(a >= b);
    case "=":
      return truth(a === b);
    case "<>":
      return truth(a !== b);
    case "and":
      return truth(a !== 0 && b !== 0);
    case "or":
      return truth(a !== 0 || b !== 0);
    case "not":
      return truth(a === 0);
    case "abs":
      return Math.abs(a);
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "if":
      return Number.isNaN(a) ? Number.NaN : a !== 0 ? b : c;
    default:
      throw new Error(`the plain script knows no ${tree.op}`);
  }
}
