/** How much of the limits of a day an account has used. */
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { profitOf, type Standing } from "../entry/checks.ts";
import type { IntentRepository } from "../intents/intent-repository.ts";

/** Asks for what these limits need alone. @throws BrokerError */
export type DayStanding = (
  connection: Connection,
  limits: Pick<Guards, "ordersPerDay" | "lossPerDay">,
) => Promise<Standing>;

/** @param dayBegan when the day of the limits began, ms */
export const createDayStanding =
  (intents: Pick<IntentRepository, "countSince">, dayBegan: () => number): DayStanding =>
  async ({ accountId, port, session }, { ordersPerDay, lossPerDay }) => ({
    ordersToday: ordersPerDay === null ? 0 : await intents.countSince(accountId, new Date(dayBegan())),
    profitToday: lossPerDay === null ? undefined : profitOf(await port.positions(session)),
  });
