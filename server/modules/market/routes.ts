/** The market-data calls of the open day: init, and of each room its token dictionary and its day by minute. */
import type { Context } from "hono";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { futuresOpenInterest, futuresTokenDictionary } from "#contract/wire/http/futures.ts";
import { init, openInterest, tokenDictionary } from "#contract/wire/http/market.ts";
import type { DayFacts } from "../../market/day-json/day-source.ts";
import { futuresRoomOf } from "../../market/day-json/futures-room.ts";
import { initList } from "../../market/day-json/init-list.ts";
import { closedBlob } from "../../market/day-json/room-blobs.ts";
import { openInterestText } from "../../market/day-json/room-json.ts";
import type { MarketView } from "../../market/market-view.ts";
import { closedTicks } from "../../market/publish/ticks-json.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { accepts, blobReply } from "../../platform/http/blob-reply.ts";
import type { Identity } from "../../platform/users/identity.ts";
import { RoomReplies } from "./room-replies.ts";

/** Registers the calls. A futures room's go first: the paths of rooms are wide enough for it. */
export const marketModule =
  (market: MarketView) =>
  (bind: Bind): void => {
    const replies = new RoomReplies();

    /** The archive's own bytes; the same path means another day tomorrow, so nothing of it is for good. */
    async function columns(http: Context, room: string, { plan }: Pick<Identity, "plan">): Promise<Response> {
      const live = found(await market.blob(room));
      const blob = plan === "1min" ? await closedBlob(live) : live;
      return blobReply(http, blob, { mediaType: COLUMNS_MEDIA_TYPE, isFinal: false });
    }

    async function openInterestOf(http: Context, name: string, user: Pick<Identity, "plan">): Promise<Response> {
      factsOf(market);
      if (accepts(http, COLUMNS_MEDIA_TYPE)) return columns(http, name, user);
      const room = found(await market.room(name));
      // The one-minute plan has no ticks, on this way either.
      const live = user.plan === "1min" ? closedTicks(room.day) : undefined;
      return http.body(openInterestText(room.day, replies.series(room), live), 200, {
        "Content-Type": "application/json",
        Vary: "Accept",
        "Cache-Control": "private, no-cache",
      });
    }

    bind(init, ({ user }) => {
      const facts = factsOf(market);
      return { data: { data: initList({ ...facts, spots: () => facts.spots(user.plan === "1min") }) } };
    });

    bind(futuresTokenDictionary, async ({ params, http, user }) => {
      const facts = factsOf(market);
      const name = futuresRoomOf(params);
      if (accepts(http, COLUMNS_MEDIA_TYPE)) return columns(http, name, user);
      return replies.futures(facts, found(await market.room(name)));
    });

    bind(futuresOpenInterest, ({ params, http, user }) => openInterestOf(http, futuresRoomOf(params), user));

    bind(tokenDictionary, async ({ params, http, user }) => {
      const facts = factsOf(market);
      if (accepts(http, COLUMNS_MEDIA_TYPE)) return columns(http, params.room ?? "", user);
      return replies.tokens(facts, found(await market.room(params.room ?? "")));
    });

    bind(openInterest, ({ params, http, user }) => openInterestOf(http, params.room ?? "", user));
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
