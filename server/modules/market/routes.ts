/** The market-data calls of the open day: init, the token dictionary of a room, and its day by minute. */
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { init, openInterest, tokenDictionary } from "#contract/wire/http/market.ts";
import type { DaySource, SourceRoom } from "../../market/day-json/day-source.ts";
import { initList } from "../../market/day-json/init-list.ts";
import { openInterestText } from "../../market/day-json/room-json.ts";
import type { Market } from "../../market/market.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { accepts, blobReply } from "../../platform/http/blob-reply.ts";
import { openDay } from "./open-day.ts";
import { RoomBlobs } from "./room-blobs.ts";
import { RoomReplies } from "./room-replies.ts";

/** Registers the calls. */
export const marketModule =
  (market: Market) =>
  (bind: Bind): void => {
    const blobs = new RoomBlobs();
    const replies = new RoomReplies();
    bind(init, () => ({ data: { data: initList(openDay(market)) } }));
    bind(tokenDictionary, ({ params }) => {
      const source = openDay(market);
      return replies.tokens(source, roomOf(source, params.room));
    });
    bind(openInterest, async ({ params, http }) => {
      const room = roomOf(openDay(market), params.room);
      // The same path means another day tomorrow, so nothing of it is for good.
      if (accepts(http, COLUMNS_MEDIA_TYPE))
        return blobReply(http, blobs.of(room), { mediaType: COLUMNS_MEDIA_TYPE, isFinal: false });
      return http.body(openInterestText(room.day, replies.series(room)), 200, {
        "Content-Type": "application/json",
        Vary: "Accept",
        "Cache-Control": "private, no-cache",
      });
    });
  };

/** @throws AppError 404 for a room or expiry that the day does not have. */
function roomOf(source: DaySource, name: string | undefined): SourceRoom {
  const room = name === undefined ? undefined : source.room(name);
  if (room === undefined) throw new AppError("not-found", "No data for this symbol and expiry");
  return room;
}
