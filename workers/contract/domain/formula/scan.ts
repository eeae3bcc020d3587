/**
 * A scan: one formula over every contract of an exchange, judged on the server from last values. Both threads and the
 * server read what its fields are called; how each is computed stands in `server/market/scan`.
 */
import { type Compiled, compileFormula, type Program } from "./compile.ts";
import { isCondition } from "./condition.ts";
import type { FormulaError } from "./tokens.ts";

/** What a formula may read of a contract, and what that is. Prices in rupees, open interest and volume in units. */
export const SCAN_FIELDS = {
  LTP: "Last price",
  "Net Chg": "Last price less previous close",
  "Net Chg%": "The same, per cent of the previous close",
  Open: "First price of the day",
  High: "Highest price of the day so far",
  Low: "Lowest price of the day so far",
  "Prev Close": "Close of the previous day",
  Vwap: "Average traded price of the day",
  OI: "Open interest",
  "OI Chg": "Open interest less that of the previous day's close",
  "OI Chg%": "The same, per cent",
  "Prev OI": "Open interest at the previous day's close",
  Volume: "Volume of the day so far",
  "Vol Chg%": "Volume so far against the whole previous day, per cent",
  "Prev Vol": "Volume of the previous day",
  "Avg Vol": "Mean volume of a future's last 20 finished days, of five at least; options have none",
  Bid: "Best bid",
  "Bid Qty": "Quantity at the best bid",
  Ask: "Best ask",
  "Ask Qty": "Quantity at the best ask",
  Strike: "Strike; futures have none",
  Spot: "Price of the underlying",
  Basis: "Future less spot; none of options, and in the closing auction",
  "Carry%": "Cost of carry of a future, per cent a year, simple; none on the expiry day, and in the closing auction",
  Days: "Calendar days to expiry",
  Lot: "Units of a lot",
} as const satisfies Readonly<Record<string, string>>;
export type ScanField = keyof typeof SCAN_FIELDS;
const SCAN_FIELD_NAMES = Object.keys(SCAN_FIELDS) as readonly ScanField[];

/** Which contracts are looked at. */
export const SCAN_KINDS = ["futures", "calls", "puts", "all"] as const;
export type ScanKind = (typeof SCAN_KINDS)[number];

/** One scan as it is kept under a name. */
export interface Scan {
  readonly kind: ScanKind;
  readonly formula: string;
}

/** Characters of a formula at most. */
export const MAX_SCAN_LENGTH = 500;
/** Contracts that an answer names at most: of more, those with the highest volume. */
export const MOST_FOUND = 500;

/** One of the conditions that a formula joins with 'and'. */
export interface ScanCondition {
  readonly text: string;
  readonly program: Program;
}

export interface CompiledScan {
  readonly program: Program;
  /** Several that all have to hold; the whole formula where it joins none. */
  readonly conditions: readonly ScanCondition[];
}

export type ScanVerdict = ({ readonly ok: true } & CompiledScan) | { readonly ok: false; readonly error: FormulaError };

/** A contract passes where the formula gives a number other than 0. */
export function compileScan(text: string): ScanVerdict {
  const whole = { at: 0, length: Math.max(text.length, 1) };
  if (text.length > MAX_SCAN_LENGTH)
    return { ok: false, error: { ...whole, message: `a scan has at most ${MAX_SCAN_LENGTH} characters` } };
  const compiled = compileFormula(text, SCAN_FIELD_NAMES);
  if (!compiled.ok) return compiled;
  const { tokens, program } = compiled;
  const back = tokens.find((one) => one.text === "lag(" || one.text === "change(");
  if (back) {
    const message = `${back.text} needs the minutes of the day; a scan knows last values, the day's open, high and low, and the previous close`;
    return { ok: false, error: { at: back.at, length: back.length, message } };
  }
  if (!isCondition(tokens))
    return { ok: false, error: { ...whole, message: "a comparison is missing, as in LTP > Vwap" } };
  return { ok: true, program, conditions: conditionsOf(text, compiled) };
}

/** Cut at each 'and' outside brackets; a formula with an 'or' there is one condition. */
function conditionsOf(text: string, { tokens, program }: Extract<Compiled, { ok: true }>): readonly ScanCondition[] {
  let depth = 0;
  let from = 0;
  const parts: string[] = [];
  for (const token of tokens) {
    if (token.kind === "(" || token.kind === "function") depth++;
    else if (token.kind === ")") depth--;
    else if (depth === 0 && token.text === "or") return [{ text: text.trim(), program }];
    else if (depth === 0 && token.text === "and") {
      parts.push(text.slice(from, token.at).trim());
      from = token.at + token.length;
    }
  }
  parts.push(text.slice(from).trim());
  return parts.flatMap((part) => {
    const compiled = compileFormula(part, SCAN_FIELD_NAMES);
    return compiled.ok ? [{ text: part, program: compiled.program }] : [];
  });
}
