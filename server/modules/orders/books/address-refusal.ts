/** When a broker last refused an order for the address that it came from: it has to be registered there. */
import type { AddressRefusal } from "#contract/wire/http/orders.ts";
import { codeOf } from "../../../brokers/asking.ts";
import type { Connection } from "../../../brokers/connections.ts";
import type { IntentRepository } from "../intents/intent-repository.ts";

/** @param dayBegan the beginning of the trading day, ms since 1970: what was refused before says nothing of today. */
export const addressRefusals =
  (intents: Pick<IntentRepository, "refusals">, dayBegan: () => number) =>
  async ({ accountId, port }: Connection): Promise<AddressRefusal | undefined> => {
    const refusals = await intents.refusals(accountId, port.facts.id, new Date(dayBegan()));
    const last = refusals.find(({ message }) => codeOf(message) === "address");
    return last && { at: last.at.getTime(), message: last.message };
  };
