/** The open day's contracts as Dhan's detailed list of instruments. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeContracts } from "../../contracts.ts";
import type { ContractView } from "../../views.ts";
import { ContractNames } from "../face.ts";
import { csvOf, instrumentOf, listed } from "../listed.ts";

const HEADER =
  "EXCH_ID,SEGMENT,SECURITY_ID,ISIN,INSTRUMENT,UNDERLYING_SECURITY_ID,UNDERLYING_SYMBOL,SYMBOL_NAME,DISPLAY_NAME,INSTRUMENT_TYPE,SERIES,LOT_SIZE,SM_EXPIRY_DATE,STRIKE_PRICE,OPTION_TYPE,TICK_SIZE,EXPIRY_FLAG";
const PAISE = 100;

/** NSE_FNO, BSE_FNO or NSE_CURRENCY, and Dhan's name of the contract. */
export function namesOf({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): {
  readonly segment: string;
  readonly symbol: string;
} {
  const [segment = "", symbol = ""] = symbolName("dhan", key, isMonthly).split(":");
  return { segment, symbol };
}

export const NAMES = new ContractNames((contract) => `${namesOf(contract).segment}|${contract.token}`);

export async function instrumentsCsv(contracts: PracticeContracts): Promise<string> {
  const lines = await listed(contracts, (contract) => {
    const { key, lot, token } = contract;
    const { kind } = underlyingOf(key.underlying);
    const { symbol } = namesOf(contract);
    const isFuture = key.type === "FUT";
    const tick = Math.round(contracts.tick(key) * PAISE * 10_000) / 10_000;
    const fields = [
      ...[key.exchange, kind === "currency" ? "C" : "D", token, "NA", instrumentOf(contract), 0],
      ...[key.underlying, symbol, symbol, isFuture ? "FUT" : "OP", "NA", lot, key.expiry],
      ...[isFuture ? -0.01 : key.strike, isFuture ? "XX" : key.type, tick, contract.isMonthly ? "M" : "W"],
    ];
    return fields.join(",");
  });
  return csvOf(HEADER, lines);
}
