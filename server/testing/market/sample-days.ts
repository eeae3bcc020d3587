/** Small days for an archive: rooms of one contract, and one figure in them. */
import {
  ALL_FIELDS,
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  LTP,
  type RoomDay,
  type Source,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, roomName } from "#contract/domain/instruments.ts";
import { type IsoDate, isoDate, minute, priceScale } from "#contract/domain/units.ts";

export const SAMPLE_DATE = isoDate("2026-08-18");

export function sampleRoom(
  ltp: number,
  date: IsoDate = SAMPLE_DATE,
  source: Source = "import",
  expiry: IsoDate = SAMPLE_DATE,
): RoomDay {
  const tokens = createTokenTable(1);
  tokens.length = 1;
  tokens.token[0] = 7;
  tokens.type[0] = CE;
  tokens.strike[0] = 2_420_000;
  tokens.lotSize[0] = 65;
  const minutes = createMinuteColumns(1, 386, ALL_FIELDS);
  minutes.columns[LTP][3] = ltp;
  minutes.state[3] = COMPLETE;
  return {
    room: roomName("NIFTY", expiry),
    symbol: "NIFTY",
    exchange: "NSE",
    expiry,
    date,
    source,
    priceScale: priceScale(100),
    open: minute(555),
    cadence: 1,
    tokens,
    live: createLiveColumns(1),
    minutes,
  };
}

export const sampleHead = (date: IsoDate = SAMPLE_DATE, source: Source = "import") => ({
  date,
  source,
  origin: "a test",
  symbols: [
    {
      symbol: "NIFTY",
      exchange: "NSE" as const,
      lotSize: 65,
      strikeStep: 50,
      freezeQty: 1800,
      expiries: [SAMPLE_DATE],
      futureExpiries: [],
      prevClose: undefined,
      sd: 0.01,
    },
  ],
});
