/** The open day's contracts as XTS lists them: lines whose fields stand between '|', without headings. */
import { setImmediate as turn } from "node:timers/promises";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeContracts } from "../../contracts.ts";
import { partsOf } from "./entities.ts";

/** Lines between two turns of the event loop: some milliseconds' worth. */
const CHUNK = 2_000;

/** @param segment NSEFO, BSEFO or NSECD. */
export async function masterOf(contracts: PracticeContracts, segment: string): Promise<string> {
  const lines: string[] = [];
  for (const contract of contracts.all) {
    const { segment: own, symbol } = partsOf(contract);
    if (own !== segment) continue;
    const { key, token, lot } = contract;
    const { kind } = underlyingOf(key.underlying);
    const isFuture = key.type === "FUT";
    const series = `${isFuture ? "FUT" : "OPT"}${kind === "index" ? "IDX" : kind === "currency" ? "CUR" : "STK"}`;
    const fields = [
      ...[segment, token, isFuture ? 1 : 2, key.underlying, symbol, series, `${key.underlying}-${series}`, token],
      // Of prices: the highest and the lowest; then the freeze quantity.
      ...[0, 0, 0, contracts.tick(key), lot, 1, -1, key.underlying, `${key.expiry}T14:30:00`],
      // Futures have neither.
      ...(isFuture ? [] : [key.strike, key.type === "CE" ? 3 : 4]),
      ...[`${key.underlying} ${key.expiry} ${key.type}`, 1, 1, symbol],
    ];
    lines.push(fields.join("|"));
    if (lines.length % CHUNK === 0) await turn();
  }
  return lines.join("\n");
}
