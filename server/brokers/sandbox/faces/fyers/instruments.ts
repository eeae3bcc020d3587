/** The open day's contracts as one of Fyers' symbol files: CSV without a header. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { expiryClose } from "#contract/domain/reference/calendar.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import { listed } from "../listed.ts";
import { tickerOf } from "./entities.ts";

const IST_MINUTES = 330;

/** 'NSE_FO', 'BSE_FO' or 'NSE_CD'. */
function fileOf({ key }: PracticeContract): string {
  if (underlyingOf(key.underlying).kind === "currency") return "NSE_CD";
  return key.exchange === "BSE" ? "BSE_FO" : "NSE_FO";
}

export async function symbolFile(contracts: PracticeContracts, file: string): Promise<string> {
  const lines = await listed(contracts, (contract) => {
    if (fileOf(contract) !== file) return undefined;
    const { key, token, lot } = contract;
    const { segment } = underlyingOf(key.underlying);
    const tick = contracts.tick(key);
    const [exchange, fySegment] = [key.exchange === "BSE" ? 12 : 10, file === "NSE_CD" ? 12 : 11];
    const seconds = Date.parse(key.expiry) / 1000 + (expiryClose(segment, key.expiry) - IST_MINUTES) * 60;
    const type = key.type === "FUT" ? "XX" : key.type;
    const fields = [
      `${exchange}${fySegment}${key.expiry.slice(2).replaceAll("-", "")}${token}`,
      `${key.underlying} ${key.expiry} ${key.type === "FUT" ? "FUT" : `${key.strike} ${type}`}`,
      key.type === "FUT" ? 11 : 14,
      lot,
      tick,
      "",
      "0915-1530|1815-1915:",
      contracts.day.date,
      seconds,
      tickerOf(contract),
      exchange,
      fySegment,
      token,
      key.underlying,
      0,
      key.type === "FUT" ? -1 : key.strike,
      type,
      "",
      "None",
      0,
      0,
    ];
    return fields.join(",");
  });
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
