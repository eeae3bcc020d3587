/** The open day's contracts of one exchange, as Alice Blue lists them. */
import { setImmediate as turn } from "node:timers/promises";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeContracts } from "../../contracts.ts";
import { partsOf } from "./entities.ts";

const HEADER =
  "Exch,Exchange Segment,Symbol,Token,Instrument Type,Option Type,Strike Price,Instrument Name,Formatted Ins Name,Trading Symbol,Expiry Date,Lot Size,Tick Size";
/** Lines between two turns of the event loop: some milliseconds' worth. */
const CHUNK = 2_000;

/** @param wanted NFO, BFO or CDS. */
export async function instrumentsCsv(contracts: PracticeContracts, wanted: string): Promise<string> {
  const lines: string[] = [HEADER];
  for (const contract of contracts.all) {
    const { exchange, symbol } = partsOf(contract);
    if (exchange !== wanted) continue;
    const { key, token, lot } = contract;
    const { kind } = underlyingOf(key.underlying);
    const of = kind === "currency" ? "CUR" : kind === "index" ? "IDX" : "STK";
    const isFuture = key.type === "FUT";
    const fields = [
      ...[exchange, `${exchange.toLowerCase()}_fo`, key.underlying, token, (isFuture ? "FUT" : "OPT") + of],
      ...[isFuture ? "" : key.type, isFuture ? 0 : key.strike, key.underlying, symbol, symbol, key.expiry, lot],
      contracts.tick(key),
    ];
    lines.push(fields.join(","));
    if (lines.length % CHUNK === 0) await turn();
  }
  return `${lines.join("\n")}\n`;
}
