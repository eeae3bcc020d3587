/** `npm run broker -- symbols`: what each broker calls contracts, and whether its recorded list says the same. */
import { BROKERS } from "#contract/domain/account/brokers.ts";
import type { ContractKey } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { RECORDED_LISTS } from "../../brokers/recorded-names.ts";
import { type NamedBroker, symbolName } from "../../brokers/symbol-names.ts";

const CALL: ContractKey = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2026-11-10"),
  strike: 24_600,
  type: "CE",
};

/** One of each kind. Tuesday, 24 November 2026 is a holiday: what expires last of its month does so on Monday. */
const CONTRACTS: readonly (readonly [string, ContractKey, boolean])[] = [
  ["weekly", CALL, false],
  ["monthly", { ...CALL, expiry: isoDate("2026-10-27"), type: "PE" }, true],
  ["moved by a holiday", { ...CALL, expiry: isoDate("2026-11-23") }, true],
  ["future", { ...CALL, expiry: isoDate("2026-10-27"), strike: 0, type: "FUT" }, true],
];

export interface SymbolsReport {
  readonly lines: readonly string[];
  readonly wrong: number;
}

/** @param folder of recorded data; undefined: names are shown, and nothing is compared. */
export async function symbolsReport(folder: string | undefined): Promise<SymbolsReport> {
  const lines: string[] = [];
  let [wrong, compared] = [0, 0];
  for (const { id, name } of BROKERS) {
    const broker = id as NamedBroker;
    lines.push(name, ...CONTRACTS.map(([kind, ...of]) => `  ${kind.padEnd(20)}${symbolName(broker, ...of)}`));
    const list = RECORDED_LISTS[broker];
    if (list === undefined || folder === undefined) {
      lines.push(`  ${"recorded list".padEnd(20)}${list ? "not compared: MARKET_DATA names no folder" : "none"}`);
      continue;
    }
    const found = await list(folder);
    compared += found.names;
    wrong += found.wrong.length;
    lines.push(`  ${"recorded list".padEnd(20)}${found.names} names, ${found.wrong.length} wrong`);
    lines.push(...found.wrong.slice(0, 5).map((text) => `    ${text}`));
  }
  lines.push(`${BROKERS.length} brokers, ${compared} recorded names, ${wrong} wrong`);
  return { lines, wrong };
}
