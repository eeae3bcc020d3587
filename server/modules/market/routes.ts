/** The market-data calls of the open day: init, the token dictionary of a room, and its day by minute. */
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { init, openInterest, tokenDictionary } from "#contract/wire/http/market.ts";
import type { DayFacts } from "../../market/day-json/day-source.ts";
import { initList } from "../../market/day-json/init-list.ts";
import { openInterestText } from "../../market/day-json/room-json.ts";
import type { MarketView } from "../../market/market-view.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { accepts, blobReply } from "../../platform/http/blob-reply.ts";
import { RoomReplies } from "./room-replies.ts";

/** Registers the calls. */
export const marketModule =
  (market: MarketView) =>
  (bind: Bind): void => {
    const replies = new RoomReplies();
    bind(init, () => ({ data: { data: initList(factsOf(market)) } }));
    bind(tokenDictionary, async ({ params }) => {
      const facts = factsOf(market);
      return replies.tokens(facts, found(await market.room(params.room ?? "")));
    });
    bind(openInterest, async ({ params, http }) => {
      factsOf(market);
      // The same path means another day tomorrow, so nothing of it is for good.
      if (accepts(http, COLUMNS_MEDIA_TYPE)) {
        const blob = found(await market.blob(params.room ?? ""));
        return blobReply(http, blob, { mediaType: COLUMNS_MEDIA_TYPE, isFinal: false });
      }
      const room = found(await market.room(params.room ?? ""));
      return http.body(openInterestText(room.day, replies.series(room)), 200, {
        "Content-Type": "application/json",
        Vary: "Accept",
        "Cache-Control": "private, no-cache",
      });
    });
  };

/** @throws AppError 503 while no day is open. */
function factsOf(market: MarketView): DayFacts {
  const facts = market.facts();
  if (facts === undefined) throw new AppError("unavailable");
  return facts;
}

/** @throws AppError 404 for a room or expiry that the day does not have. */
function found<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new AppError("not-found", "No data for this symbol and expiry");
  return item;
}
