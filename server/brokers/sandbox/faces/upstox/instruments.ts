/** The open day's contracts as Upstox' list of instruments: one JSON array, packed. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { DAY_MS, IST_MS } from "#contract/domain/reference/calendar.ts";
import { symbolName } from "../../../symbol-names.ts";
import type { PracticeContracts } from "../../contracts.ts";
import type { ContractView } from "../../views.ts";
import { ContractNames } from "../face.ts";
import { listed } from "../listed.ts";

/** An expiry is the last second of its Indian day. */
const LAST_SECOND_MS = DAY_MS - 1000 - IST_MS;
const PAISE = 100;

interface Named {
  /** NSE_FO, BSE_FO or NCD_FO. */
  readonly segment: string;
  /** 'NIFTY 24600 CE 24 NOV 26' */
  readonly symbol: string;
}

export function nameOf({ key, isMonthly }: Pick<ContractView, "key" | "isMonthly">): Named {
  const [segment = "", symbol = ""] = symbolName("upstox", key, isMonthly).split(":");
  return { segment, symbol };
}

/** 'NSE_FO|47196' */
export const keyOf = (contract: ContractView): string => `${nameOf(contract).segment}|${contract.token}`;
export const NAMES = new ContractNames(keyOf);

export async function packedList(contracts: PracticeContracts): Promise<Uint8Array<ArrayBuffer>> {
  const rows = await listed(contracts, (contract) => {
    const { key, lot } = contract;
    const { segment, symbol } = nameOf(contract);
    const isIndex = underlyingOf(key.underlying).kind === "index";
    return JSON.stringify({
      weekly: !contract.isMonthly,
      segment,
      name: key.underlying,
      exchange: key.exchange,
      expiry: Date.parse(key.expiry) + LAST_SECOND_MS,
      instrument_type: key.type,
      asset_symbol: key.underlying,
      underlying_symbol: key.underlying,
      instrument_key: keyOf(contract),
      lot_size: lot,
      exchange_token: String(contract.token),
      minimum_lot: lot,
      tick_size: Math.round(contracts.tick(key) * PAISE * 10_000) / 10_000,
      underlying_type: isIndex ? "INDEX" : "EQUITY",
      trading_symbol: symbol,
      strike_price: key.strike,
    });
  });
  return new Uint8Array(await promisify(gzip)(`[${rows.join(",")}]`));
}
