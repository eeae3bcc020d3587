/** The open day's contracts as XTS lists them: lines whose fields stand between '|', without headings. */
import type { PracticeContracts } from "../../contracts.ts";
import { instrumentOf, listed } from "../listed.ts";
import { partsOf } from "./entities.ts";

/** @param segment NSEFO, BSEFO or NSECD. */
export async function masterOf(contracts: PracticeContracts, segment: string): Promise<string> {
  const lines = await listed(contracts, (contract) => {
    const { segment: own, symbol } = partsOf(contract);
    if (own !== segment) return undefined;
    const { key, token, lot } = contract;
    const isFuture = key.type === "FUT";
    const series = instrumentOf(contract);
    const fields = [
      ...[segment, token, isFuture ? 1 : 2, key.underlying, symbol, series, `${key.underlying}-${series}`, token],
      // Of prices: the highest and the lowest; then the freeze quantity.
      ...[0, 0, 0, contracts.tick(key), lot, 1, -1, key.underlying, `${key.expiry}T14:30:00`],
      // Futures have neither.
      ...(isFuture ? [] : [key.strike, key.type === "CE" ? 3 : 4]),
      ...[`${key.underlying} ${key.expiry} ${key.type}`, 1, 1, symbol],
    ];
    return fields.join("|");
  });
  return lines.join("\n");
}
