/** Scans that are built in, by name in the order of the menus. Only names and texts, so that a list of them loads no compiler. */
import type { Scan } from "#contract/domain/formula/scan.ts";

const future = (formula: string): Scan => ({ kind: "futures", formula });

export const READY_MADE: ReadonlyMap<string, Scan> = new Map([
  ["Above vwap", future("LTP > Vwap")],
  ["Below vwap", future("LTP < Vwap")],
  ["Open = High", future("Open = High and LTP < Open")],
  ["Open = Low", future("Open = Low and LTP > Open")],
  ["At the day's high", future("LTP >= High and High > Low")],
  ["At the day's low", future("LTP <= Low and High > Low")],
  ["OI spurt", future("OI Chg% > 7")],
  ["Volume over the previous day's", future("Volume > Prev Vol")],
  ["Volume twice its 20-day mean", future("Volume > 2 * Avg Vol")],
  ["Long build, heavy volume", future("OI Chg% > 5 and Net Chg% > 1 and Volume > 0.5 * Prev Vol and LTP > Vwap")],
  ["Short build, heavy volume", future("OI Chg% > 5 and Net Chg% < -1 and Volume > 0.5 * Prev Vol and LTP < Vwap")],
  ["Carry above 9 %", future("Carry% > 9")],
  ["Futures below the spot", future("Basis < 0")],
  ["Calls at the day's high, OI up", { kind: "calls", formula: "LTP >= High and High > Low and OI Chg% > 10" }],
  ["Puts at the day's high, OI up", { kind: "puts", formula: "LTP >= High and High > Low and OI Chg% > 10" }],
]);

/** Where the name of the scan that is shown is kept: who sets it chooses what the scanner opens with. */
export const CHOSEN_SCAN = "currentScan";
export const FIRST_SCAN = "Above vwap";
