/** The history's calls: the list of days, and the market-data base of each. */
import type { Context } from "hono";
import type { Source } from "#contract/domain/columns.ts";
import { COLUMNS_MEDIA_TYPE, SOURCE_PARAM } from "#contract/wire/http/api-path.ts";
import { historyFuturesOpenInterest, historyFuturesTokenDictionary } from "#contract/wire/http/futures.ts";
import { history, historyInit, historyOpenInterest, historyTokenDictionary } from "#contract/wire/http/market.ts";
import { SOURCES } from "../../market/archive/layout.ts";
import { futuresRoomOf } from "../../market/day-json/futures-room.ts";
import { initList } from "../../market/day-json/init-list.ts";
import { parsePathDate, pathDate } from "../../market/day-json/path-date.ts";
import { AppError } from "../../platform/errors.ts";
import type { Asked, Bind } from "../../platform/http/bind.ts";
import { accepts, blobReply } from "../../platform/http/blob-reply.ts";
import type { ByteCache } from "../../platform/limits/byte-cache.ts";
import type { HistoryDays } from "./history-days.ts";
import type { HistoryRunner } from "./history-jobs.ts";
import { type PastDay, roomOfDay } from "./past-day.ts";
import { storedReply } from "./stored-reply.ts";

export interface HistoryRoutesDeps {
  readonly days: HistoryDays;
  readonly runner: HistoryRunner;
  /** Of recompressed rooms. */
  readonly cache: ByteCache<{ readonly bytes: Uint8Array }>;
}

export const historyRoutes =
  ({ days, runner, cache }: HistoryRoutesDeps) =>
  (bind: Bind): void => {
    bind(history, async () => {
      const list = await days.list();
      return { data: { data: [...new Set(list.map(({ date }) => pathDate(date, "/")))], days: list } };
    });

    bind(historyInit, async (asked) => {
      const { date, symbols, spots } = await dayOf(days, asked);
      const atClose = await spots();
      return { data: { data: initList({ date, symbols, spots: () => atClose }) } };
    });

    /** The archive's own bytes. Without its source the address may mean a real day tomorrow, once one is imported. */
    async function columns(http: Context, day: PastDay, room: string): Promise<Response> {
      const isFinal = sourceOf(http) !== undefined;
      return blobReply(http, await storedReply(day, room, cache), { mediaType: COLUMNS_MEDIA_TYPE, isFinal });
    }

    async function tokens(asked: Asked, name: string | undefined): Promise<Response> {
      const { http } = asked;
      const day = await dayOf(days, asked);
      const room = roomOfDay(day, name);
      if (accepts(http, COLUMNS_MEDIA_TYPE)) return columns(http, day, room);
      const blob = await day.stored(room);
      const { symbols } = day;
      return jsonReply(http, await runner.run("tokens", `${day.date} ${blob.checksum}`, { blob, symbols }));
    }

    async function openInterest(asked: Asked, name: string | undefined): Promise<Response> {
      const { http } = asked;
      const day = await dayOf(days, asked);
      const room = roomOfDay(day, name);
      if (accepts(http, COLUMNS_MEDIA_TYPE)) return columns(http, day, room);
      const blob = await day.stored(room);
      return jsonReply(http, await runner.run("openInterest", blob.checksum, { blob }));
    }

    // Futures rooms first: the paths of rooms are wide enough for them.
    bind(historyFuturesTokenDictionary, (asked) => tokens(asked, futuresRoomOf(asked.params)));
    bind(historyFuturesOpenInterest, (asked) => openInterest(asked, futuresRoomOf(asked.params)));
    bind(historyTokenDictionary, (asked) => tokens(asked, asked.params.room));
    bind(historyOpenInterest, (asked) => openInterest(asked, asked.params.room));
  };

/** @throws AppError 400 for what is no date or source, 404 for a date without data. */
async function dayOf(days: HistoryDays, { params, http }: Pick<Asked, "params" | "http">): Promise<PastDay> {
  const date = parsePathDate(params.day);
  const source = sourceOf(http);
  const day = await days.open(date, source);
  if (day !== undefined) return day;
  const whose = source === undefined ? "" : ` of the source '${source}'`;
  throw new AppError("not-found", `No data${whose} for ${pathDate(date, "/")}`);
}

function sourceOf(http: Context): Source | undefined {
  const text = http.req.query(SOURCE_PARAM);
  const source = SOURCES.find((one) => one === text);
  if (text === undefined || source !== undefined) return source;
  throw new AppError("bad-request", `'${text}' is not a source: ${SOURCES.join(", ")}`);
}

const jsonReply = (http: Context, utf8: Uint8Array): Response =>
  http.body(new Uint8Array(utf8), 200, {
    "Content-Type": "application/json",
    Vary: "Accept",
    "Cache-Control": "private, no-cache",
  });
