/** The calls that look back over many days: volatility of every underlying, build-up and prices of the futures of an expiry. */
import { expiryPath, parseExpiry } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import {
  futuresDaily,
  futuresHistory,
  historyFuturesDaily,
  historyFuturesHistory,
} from "#contract/wire/http/futures.ts";
import { historyVolatility, volatility } from "#contract/wire/http/market.ts";
import type { Aggregates } from "../../market/aggregates/aggregates.ts";
import { parsePathDate } from "../../market/day-json/path-date.ts";
import { AppError } from "../../platform/errors.ts";
import type { Asked, Bind } from "../../platform/http/bind.ts";
import { blobReply } from "../../platform/http/blob-reply.ts";

/** What is told grows with each day. */
const JSON_OF_TODAY = { mediaType: "application/json", isFinal: false };

/** Registers the calls; before those of rooms, whose paths are wide enough for them. */
export const aggregateModule =
  (aggregates: Aggregates) =>
  (bind: Bind): void => {
    /** @param upTo the past day whose base the call has; undefined for the live one. */
    const volatilityOf = async ({ http }: Asked, upTo?: IsoDate): Promise<Response> =>
      blobReply(http, await aggregates.volatility(upTo), JSON_OF_TODAY);

    async function futuresOf(
      what: "futuresHistory" | "futuresDaily",
      { params, http }: Asked,
      upTo?: IsoDate,
    ): Promise<Response> {
      const expiry = expiryOf(params["expiry"]);
      const blob = await aggregates[what](expiry, upTo);
      if (blob === undefined)
        throw new AppError("not-found", `No finished day has futures expiring ${expiryPath(expiry)}`);
      return blobReply(http, blob, JSON_OF_TODAY);
    }

    bind(volatility, (asked) => volatilityOf(asked));
    bind(futuresHistory, (asked) => futuresOf("futuresHistory", asked));
    bind(futuresDaily, (asked) => futuresOf("futuresDaily", asked));
    bind(historyVolatility, (asked) => volatilityOf(asked, parsePathDate(asked.params.day)));
    bind(historyFuturesHistory, (asked) => futuresOf("futuresHistory", asked, parsePathDate(asked.params.day)));
    bind(historyFuturesDaily, (asked) => futuresOf("futuresDaily", asked, parsePathDate(asked.params.day)));
  };

/** @throws AppError 404: what is no date is no expiry either. */
function expiryOf(text: string | undefined): IsoDate {
  try {
    return parseExpiry(text ?? "");
  } catch (cause) {
    throw new AppError("not-found", `No finished day has futures expiring '${text}' (M/D/YYYY)`, { cause });
  }
}
