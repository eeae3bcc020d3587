/** How much of the limits of a day an account has used. */
import { brokerOf } from "#contract/domain/account/brokers.ts";
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { mostWords, profitOf, type Standing } from "../entry/checks.ts";
import type { Listing } from "../entry/listing.ts";
import type { IntentRepository } from "../intents/intent-repository.ts";

/** Asks for what these limits need alone. @throws BrokerError */
export type DayStanding = (
  connection: Connection,
  limits: Pick<Guards, "ordersPerDay" | "lossPerDay">,
) => Promise<Standing>;

export interface DayStandingDeps {
  readonly intents: Pick<IntentRepository, "countSince">;
  readonly listing: Pick<Listing, "byContract">;
  /** When the day of the limits began, ms. */
  readonly dayBegan: () => number;
  /** Whether live prices may be old. */
  readonly isFeedTroubled: () => boolean;
}

export const createDayStanding =
  ({ intents, listing, dayBegan, isFeedTroubled }: DayStandingDeps): DayStanding =>
  async ({ accountId, port, session }, { ordersPerDay: most, lossPerDay }) => {
    const since = new Date(dayBegan());
    const tellsRealized = brokerOf(port.facts.id)?.tellsRealized === true;
    return {
      ordersToday: most === null ? 0 : await intents.countSince(accountId, since),
      profitToday:
        lossPerDay === null
          ? undefined
          : profitOf(await port.positions(session), tellsRealized, listing, isFeedTroubled()),
      day: most === null ? undefined : { since, most, refusal: mostWords(most) },
    };
  };
