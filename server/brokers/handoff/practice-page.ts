/**
 * The practice broker's page of baskets, in place of Kite's: it shows what was handed over, and one press sends it to the user's
 * practice account, as Kite's page does to the real one.
 */
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { MAX_BATCH } from "#contract/domain/orders/order.ts";
import { AppError } from "../../platform/errors.ts";
import { escapeHtml, page } from "../../platform/http/page.ts";
import type { Pages } from "../../platform/http/pages.ts";
import type { Outbound } from "../../platform/outbound.ts";
import type { Identities } from "../../platform/users/identity.ts";
import type { PracticeLogins } from "../sandbox/logins.ts";

export interface PracticeBasketDeps {
  readonly logins: PracticeLogins;
  /** Leads to Kite's protocol, as the practice broker speaks it. */
  readonly outbound: Outbound;
  /** Where that is. */
  readonly api: string;
  readonly identities: Identities;
}

export const PRACTICE_BASKET = "/practice/zerodha/connect/basket";
const MAX_FORM_BYTES = 16 * 1024;

const text = z.string().max(60);
const Item = z.object({
  ...{ exchange: text, tradingsymbol: text, order_type: text, product: text, validity: text },
  transaction_type: z.enum(["BUY", "SELL"]),
  quantity: z.number().int().positive(),
  price: z.number().nonnegative(),
  trigger_price: z.number().nonnegative(),
});
type Item = z.infer<typeof Item>;
const Basket = z.array(Item).min(1).max(MAX_BATCH);
const Placed = z.object({ data: z.object({ order_id: z.string() }) });
const Refused = z.object({ message: z.string() });

export const practiceBasketPage =
  ({ logins, outbound, api, identities }: PracticeBasketDeps): Pages =>
  (app) => {
    const onError = (): never => {
      throw new AppError("too-large");
    };
    app.post(PRACTICE_BASKET, bodyLimit({ maxSize: MAX_FORM_BYTES, onError }), async (c) => {
      c.set("route", PRACTICE_BASKET);
      const user = await identities.byCookie(c.req.header("cookie"));
      if (user === undefined) throw new AppError("unauthorized");
      const { api_key: key, data, decision } = await c.req.parseBody();
      if (typeof key !== "string" || key === "" || typeof data !== "string") throw new AppError("bad-request");
      const basket = basketOf(data);
      c.header("Cache-Control", "no-store");
      if (decision !== "confirm") return c.html(framed(shown(basket, key, data)));
      const { accessToken } = await logins.signIn(user.userId, key);
      const done = await Promise.all(basket.map((item) => place(item, `token ${key}:${accessToken}`)));
      await logins.end(accessToken);
      return c.html(framed(answered(basket, done)));
    });

    /** @returns what is said of the order. */
    async function place({ price, trigger_price: trigger, ...item }: Item, authorization: string): Promise<string> {
      const isLimit = item.order_type === "LIMIT" || item.order_type === "SL";
      const fields: Record<string, string> = {
        ...{ ...item, quantity: String(item.quantity) },
        ...(isLimit ? { price: String(price) } : { market_protection: "3" }),
        ...(trigger > 0 && { trigger_price: String(trigger) }),
      };
      const reply = await outbound.request(`${api}/orders/regular`, {
        method: "POST",
        headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });
      const json: unknown = JSON.parse(reply.body);
      const placed = Placed.safeParse(json);
      if (placed.success) return `Placed, order ${placed.data.data.order_id}`;
      return `Refused: ${Refused.safeParse(json).data?.message ?? "no reason was told"}`;
    }
  };

/** @throws AppError 400 */
function basketOf(data: string): readonly Item[] {
  try {
    return Basket.parse(JSON.parse(data));
  } catch (cause) {
    throw new AppError("bad-request", "This is no basket", { cause });
  }
}

const words = ({ transaction_type: side, quantity, tradingsymbol, order_type: type, price, product }: Item): string =>
  escapeHtml(`${side} ${quantity} ${tradingsymbol} ${type}${price > 0 ? ` ${price}` : ""} ${product}`);

const shown = (basket: readonly Item[], key: string, data: string): string => `<ol>
${basket.map((item) => `<li>${words(item)}</li>`).join("\n")}
</ol>
<form method="post" action="${PRACTICE_BASKET}">
<input type="hidden" name="api_key" value="${escapeHtml(key)}"><input type="hidden" name="data" value="${escapeHtml(data)}">
<p><button name="decision" value="confirm">Place in your practice account</button></p>
</form>`;

const answered = (basket: readonly Item[], done: readonly string[]): string => `<ol>
${basket.map((item, i) => `<li>${words(item)}: <b>${escapeHtml(done[i] ?? "")}</b></li>`).join("\n")}
</ol>
<p class="note">You may close this page.</p>`;

const framed = (body: string): string =>
  page(
    "Kite basket (practice)",
    `<h1>Practice: a basket in place of Kite</h1>
<p class="note">This is not Kite's page: no money moves, and no order leaves this server.</p>
${body}`,
  );
