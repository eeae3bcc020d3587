/** The day and its token tables as the journal's JSON records hold them. */
import { createLiveColumns, type RoomDay } from "#contract/domain/columns.ts";
import { createTokenTable, type TokenTable } from "#contract/domain/instruments.ts";
import { isoDate, minute, priceScale } from "#contract/domain/units.ts";
import type { SymbolFacts, TradingDay } from "../feed.ts";
import { openMinutes } from "../minutes/pack-room.ts";
import { JOURNAL_VERSION, JournalVersionError } from "./journal-layout.ts";

export interface TokensJson {
  readonly token: readonly number[];
  readonly type: readonly number[];
  readonly strike: readonly number[];
  readonly lotSize: readonly number[];
  readonly prevClose: readonly number[];
  readonly prevOi: readonly number[];
  readonly prevVol: readonly number[];
  /** Of rooms of many underlyings. */
  readonly symbol?: readonly string[];
}

const TOKEN_COLUMNS = ["token", "type", "strike", "lotSize", "prevClose", "prevOi", "prevVol"] as const;

export function tokensToJson(tokens: TokenTable, from: number): TokensJson {
  const rows = (column: ArrayLike<number> & { slice(a: number, b: number): Iterable<number> }) =>
    Array.from(column.slice(from, tokens.length));
  return {
    token: rows(tokens.token),
    type: rows(tokens.type),
    strike: rows(tokens.strike),
    lotSize: rows(tokens.lotSize),
    prevClose: rows(tokens.prevClose),
    prevOi: rows(tokens.prevOi),
    prevVol: rows(tokens.prevVol),
    ...(tokens.symbol === undefined ? {} : { symbol: tokens.symbol.slice(from, tokens.length) }),
  };
}

export function putTokens(tokens: TokenTable, json: TokensJson, from: number): void {
  for (const name of TOKEN_COLUMNS) tokens[name].set(json[name], from);
  if (json.symbol) tokens.symbol = [...(tokens.symbol ?? []).slice(0, from), ...json.symbol];
  tokens.length = from + json.token.length;
}

const roomToJson = (room: RoomDay) => ({
  room: room.room,
  symbol: room.symbol,
  exchange: room.exchange,
  expiry: room.expiry,
  priceScale: room.priceScale,
  open: room.open,
  cadence: room.cadence,
  slots: room.minutes.slots,
  fields: room.minutes.fields,
  tokens: tokensToJson(room.tokens, 0),
});

/** The day's record piece by piece, a room each: the text of a whole market takes a tenth of a second to make. */
export function* dayTexts(day: TradingDay): Generator<string, void> {
  const { date, source, symbols, rooms } = day;
  const head = JSON.stringify({ version: JOURNAL_VERSION, date, source, symbols });
  yield `${head.slice(0, -1)},"rooms":[`;
  for (const [index, room] of rooms.entries()) yield (index === 0 ? "" : ",") + JSON.stringify(roomToJson(room));
  yield "]}";
}

interface DayJson {
  readonly version: number;
  readonly date: string;
  readonly source: TradingDay["source"];
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: readonly ReturnType<typeof roomToJson>[];
}

/** @throws JournalVersionError when another version wrote it. */
export function dayFromJson(text: string): TradingDay {
  // The checksum has vouched for the text; only its version can be strange to us.
  const json = JSON.parse(text) as DayJson;
  if (json.version !== JOURNAL_VERSION) throw new JournalVersionError(json.version);
  const date = isoDate(json.date);
  const rooms = json.rooms.map((room): RoomDay => {
    const rows = room.tokens.token.length;
    const tokens = createTokenTable(rows);
    putTokens(tokens, room.tokens, 0);
    const { symbol } = room;
    const scale = priceScale(room.priceScale);
    const { sd } = json.symbols.find((one) => one.symbol === symbol) ?? {};
    return {
      room: room.room,
      symbol,
      exchange: room.exchange,
      expiry: isoDate(room.expiry),
      date,
      source: json.source,
      priceScale: scale,
      open: minute(room.open),
      cadence: room.cadence,
      ...(sd !== undefined && { sd }),
      tokens,
      live: createLiveColumns(rows),
      minutes: openMinutes({ symbol, priceScale: scale, tokens }, room.slots, room.fields),
    };
  });
  return { date, source: json.source, symbols: json.symbols, rooms };
}
