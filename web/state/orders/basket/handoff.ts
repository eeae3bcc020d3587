/** Baskets that go to Kite's own page by the user's browser: nothing comes back of them. */
import { atom } from "jotai";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { HAND_OVER_PATH } from "#contract/wire/http/order-path.ts";
import type { brokerSession, handOver } from "#contract/wire/http/orders.ts";
import { load } from "../../api.ts";

/** To Kite itself, or to the practice broker's page in its place; null: not on this server, or not known yet. */
export const handoffAtom = atom<ResponseOf<typeof brokerSession>["handoff"]>(null);
handoffAtom.debugLabel = "handoff";

/** Opens Kite's page with the orders in a new tab. @throws as `load` */
export async function postBasket(items: readonly OrderItem[]): Promise<void> {
  const { data } = await load<typeof handOver>("post", HAND_OVER_PATH, { data: [...items] });
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: data.action, target: "_blank", rel: "noopener", hidden: true });
  for (const [name, value] of Object.entries(data.fields)) {
    form.append(Object.assign(document.createElement("input"), { name, value }));
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
