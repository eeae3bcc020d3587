/**
 * The bhavcopy in the unified format (UDiFF) of both exchanges since July 2024: one layout for derivatives, currency
 * and shares. OI is units; the volume of contracts is a number of contracts, of shares it is shares.
 *
 * The expiry is the actual one: where a holiday moves it, the scheduled one stands in a column of its own.
 */
import { underlyingOf } from "#contract/domain/instruments.ts";
import { MENTIONED, OFFICIAL } from "../../daily/daily-figures.ts";
import { amountIn, columnIndexes, createDateReader, nameIn, numberIn, positiveIn, shown } from "./cell-values.ts";
import { RowError } from "./chain-format.ts";
import type { DailyFormat, DailySighting } from "./daily-format.ts";

const COLUMNS = [
  "TradDt",
  "Sgmt",
  "Src",
  "FinInstrmTp",
  "TckrSymb",
  "SctySrs",
  "XpryDt",
  "FininstrmActlXpryDt",
  "StrkPric",
  "OptnTp",
  "OpnPric",
  "HghPric",
  "LwPric",
  "ClsPric",
  "LastPric",
  "PrvsClsgPric",
  "UndrlygPric",
  "SttlmPric",
  "OpnIntrst",
  "ChngInOpnIntrst",
  "TtlTradgVol",
  "NewBrdLotQty",
] as const;

/** Series of ordinary shares. */
const SHARES = new Set(["EQ", "BE"]);

export const udiffBhavcopy: DailyFormat = {
  becomes: "daily",
  name: "bhavcopy (UDiFF)",
  columns: COLUMNS,
  volume: "contracts",

  createReader(header) {
    const at = columnIndexes(header, COLUMNS);
    const read = createDateReader();
    return (cells) => {
      const date = read.exchangeDate(cells, at.TradDt, "TradDt");
      const symbol = nameIn(cells, at.TckrSymb, "TckrSymb");
      // Stocks are those of NSE: BSE's own contracts and prices of them are another thing of the same name.
      if (cells[at.Src].trim() !== underlyingOf(symbol).exchange) return undefined;
      const amount = (name: keyof typeof at): number => amountIn(cells, at[name], name);
      const shared = {
        symbol,
        open: amount("OpnPric"),
        high: amount("HghPric"),
        low: amount("LwPric"),
        close: amount("ClsPric"),
        last: amount("LastPric"),
        prevClose: amount("PrvsClsgPric"),
        volume: amount("TtlTradgVol"),
        rank: OFFICIAL,
      } as const;
      if (cells[at.Sgmt].trim() === "CM") {
        if (!SHARES.has(cells[at.SctySrs].trim())) return undefined;
        return { date, sightings: [{ ...shared, type: "EQ", lot: 1 }] };
      }
      const expiryColumn = cells[at.FininstrmActlXpryDt].trim() === "" ? "XpryDt" : "FininstrmActlXpryDt";
      const option = cells[at.OptnTp].trim();
      const contract: DailySighting = {
        ...shared,
        type: typeOf(option),
        expiry: read.exchangeDate(cells, at[expiryColumn], expiryColumn),
        settle: amount("SttlmPric"),
        oi: amount("OpnIntrst"),
        oiChange: numberIn(cells, at.ChngInOpnIntrst, "ChngInOpnIntrst"),
        lot: amount("NewBrdLotQty"),
      };
      const underlying: DailySighting = { symbol, type: "EQ", close: amount("UndrlygPric"), rank: MENTIONED };
      if (contract.type === "FUT") return { date, sightings: [contract, underlying] };
      const strike = positiveIn(cells, at.StrkPric, "StrkPric");
      return { date, sightings: [{ ...contract, strike }, underlying] };
    };
  },
};

function typeOf(text: string): "FUT" | "CE" | "PE" {
  if (text === "CE" || text === "PE") return text;
  if (text === "" || text === "XX" || text === "FF") return "FUT";
  throw new RowError(`OptnTp is neither CE nor PE, nor empty: ${shown(text)}`);
}
