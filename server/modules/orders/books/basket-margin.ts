/** The broker's own margin for orders that are not sent yet, and the money that is there. */
import type { ChildOrder } from "#contract/domain/orders/order.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { basketMargin } from "#contract/wire/http/orders.ts";
import type { Connection } from "../../../brokers/connections.ts";

/** The line of the funds that says what new orders may take: every adapter names it so. */
const AVAILABLE = "Available Balance";

/** @throws BrokerError */
export async function marginOf(
  { port, session }: Connection,
  orders: readonly ChildOrder[],
): Promise<ResponseOf<typeof basketMargin>> {
  const [margin, funds] = await Promise.all([port.margin?.(session, orders), port.funds(session)]);
  const available = funds.find(({ title }) => title === AVAILABLE)?.amount ?? null;
  return { data: { required: margin?.required ?? null, separately: margin?.separately ?? null, available } };
}
