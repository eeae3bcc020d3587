/** The calls that look back over many days: volatility of every underlying, build-up of the futures of an expiry. */
import { expiryPath, parseExpiry } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { futuresHistory } from "#contract/wire/http/futures.ts";
import { volatility } from "#contract/wire/http/market.ts";
import type { Aggregates } from "../../market/aggregates/aggregates.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { blobReply } from "../../platform/http/blob-reply.ts";

/** What is told grows with each day. */
const JSON_OF_TODAY = { mediaType: "application/json", isFinal: false };

/** Registers the calls; before those of rooms, whose paths are wide enough for them. */
export const aggregateModule =
  (aggregates: Aggregates) =>
  (bind: Bind): void => {
    bind(volatility, async ({ http }) => blobReply(http, await aggregates.volatility(), JSON_OF_TODAY));

    bind(futuresHistory, async ({ params, http }) => {
      const expiry = expiryOf(params.expiry);
      const blob = await aggregates.futuresHistory(expiry);
      if (blob === undefined)
        throw new AppError("not-found", `No finished day has futures expiring ${expiryPath(expiry)}`);
      return blobReply(http, blob, JSON_OF_TODAY);
    });
  };

/** @throws AppError 404: what is no date is no expiry either. */
function expiryOf(text: string | undefined): IsoDate {
  try {
    return parseExpiry(text ?? "");
  } catch (cause) {
    throw new AppError("not-found", `No finished day has futures expiring '${text}' (M/D/YYYY)`, { cause });
  }
}
