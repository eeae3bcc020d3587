/** The broker's own margin for orders that are not sent yet, and the money that is there. */
import type { BasketMargin, ChildOrder } from "#contract/domain/orders/order.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { basketMargin } from "#contract/wire/http/orders.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError, type BrokerSession } from "../../../brokers/port.ts";

/** The line of the funds that says what new orders may take: every adapter names it so. */
const AVAILABLE = "Available Balance";

/** Where the broker refuses to tell the margin, the money is told all the same. @throws BrokerError */
export async function marginOf(
  { port, session }: Pick<Connection, "port" | "session">,
  orders: readonly ChildOrder[],
): Promise<ResponseOf<typeof basketMargin>> {
  // It is asked for a page: the last requests of a minute are the orders'.
  const page: BrokerSession = { ...session, forPage: true };
  const told = port.margin?.(page, orders).catch((error: unknown): BasketMargin | undefined => {
    if (error instanceof BrokerError && error.kind === "refused") return undefined;
    throw error;
  });
  const [margin, funds] = await Promise.all([told, port.funds(page)]);
  const available = funds.find(({ title }) => title === AVAILABLE)?.amount ?? null;
  return { data: { required: margin?.required ?? null, separately: margin?.separately ?? null, available } };
}
