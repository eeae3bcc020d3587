/** Names made of parts beside names that brokers' own lists had on recorded days. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ContractKey } from "#contract/domain/instruments.ts";
import { isMonthly } from "#contract/domain/reference/expiries.ts";
import { isoDate } from "#contract/domain/units.ts";
import { readInstruments } from "./kite/symbols.ts";
import { type NamedBroker, symbolName } from "./symbol-names.ts";

export interface NamesChecked {
  readonly broker: NamedBroker;
  /** Of the list. */
  readonly names: number;
  /** 'made of parts, not as listed' */
  readonly wrong: readonly string[];
}

interface UpstoxRow {
  readonly underlying_symbol: string;
  readonly expiry: string;
  readonly strike_price: number;
  readonly instrument_type: "CE" | "PE";
  readonly trading_symbol: string;
}

/** The lists that there are. @param folder of recorded data. @throws for a file that is missing. */
export const RECORDED_LISTS: Readonly<Partial<Record<NamedBroker, (folder: string) => Promise<NamesChecked>>>> = {
  upstox: async (folder) => {
    const path = join(folder, "brokers/upstox/option_chain__nifty_option_contracts.json.gz");
    const { response } = JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")) as {
      response: { data: readonly UpstoxRow[] };
    };
    const rows = response.data.map(({ underlying_symbol: underlying, expiry, strike_price: strike, ...row }) => ({
      contract: { exchange: "NSE", underlying, expiry: isoDate(expiry), strike, type: row.instrument_type } as const,
      listed: `NSE_FO:${row.trading_symbol}`,
    }));
    return checked("upstox", rows);
  },
  zerodha: async (folder) => {
    const rows = [];
    const csv = readFileSync(join(folder, "brokers/kite/instruments_all.csv"), "utf8");
    for await (const { contract, exchange, symbol } of readInstruments(csv)) {
      rows.push({ contract, listed: `${exchange}:${symbol}` });
    }
    return checked("zerodha", rows);
  },
};

function checked(
  broker: NamedBroker,
  rows: readonly { readonly contract: ContractKey; readonly listed: string }[],
): NamesChecked {
  const wrong = rows.flatMap(({ contract, listed }) => {
    const made = symbolName(broker, contract, isMonthly(contract.expiry));
    return made === listed ? [] : [`${made}, not ${listed}`];
  });
  return { broker, names: rows.length, wrong };
}
