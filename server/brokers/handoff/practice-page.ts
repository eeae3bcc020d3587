/**
 * The practice broker's page of baskets, in place of Kite's: it shows what was handed over, and one press sends it to the user's
 * practice account, as Kite's page does to the real one. A basket is placed once: whoever presses again, or comes back to the page,
 * is answered with what the first press came to.
 */
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { MAX_BATCH } from "#contract/domain/orders/order.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { AppError } from "../../platform/errors.ts";
import { escapeHtml, page } from "../../platform/http/page.ts";
import type { Pages } from "../../platform/http/pages.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbound } from "../../platform/outbound.ts";
import type { Identities } from "../../platform/users/identity.ts";
import type { PracticeLogins } from "../sandbox/logins.ts";
import type { BasketRepository } from "./basket-repository.ts";
import { BASKET_KEY } from "./handoff.ts";

export interface PracticeBasketDeps {
  readonly logins: PracticeLogins;
  /** Leads to Kite's protocol, as the practice broker speaks it. */
  readonly outbound: Outbound;
  /** Where that is. */
  readonly api: string;
  readonly identities: Identities;
  readonly baskets: BasketRepository;
  readonly clock: WallClock;
  readonly log: Log;
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
/** What the browser posts, the first time from the basket and then from this page. */
const Form = z.object({ api_key: z.string().min(1), data: z.string(), [BASKET_KEY]: z.uuid() });
const Placed = z.object({ data: z.object({ order_id: z.string() }) });
const Refused = z.object({ message: z.string() });

/** Longer than the orders of a basket take. */
const WAIT_MS = 12_000;
const LOOK_MS = 200;
const NOT_KNOWN = "Not known whether it was placed: the order book of your practice account tells";

interface Handed {
  readonly key: string;
  readonly data: string;
  readonly basket: readonly Item[];
  /** Tells it from all others. */
  readonly id: string;
}

export const practiceBasketPage =
  ({ logins, outbound, api, identities, baskets, clock, log }: PracticeBasketDeps): Pages =>
  (app) => {
    const onError = (): never => {
      throw new AppError("too-large");
    };
    app.post(PRACTICE_BASKET, bodyLimit({ maxSize: MAX_FORM_BYTES, onError }), async (c) => {
      c.set("route", PRACTICE_BASKET);
      const user = await identities.byCookie(c.req.header("cookie"));
      if (user === undefined) throw new AppError("unauthorized");
      const { decision, ...fields } = await c.req.parseBody();
      const handed = handedOf(fields);
      const { id, data, basket } = handed;
      c.header("Cache-Control", "no-store");
      const isPlaced = (await baskets.find(user.userId, id, data)) !== undefined;
      if (!isPlaced && decision !== "confirm") return c.html(framed(shown(handed)));
      const isOurs = !isPlaced && (await baskets.begin(user.userId, id, data, new Date(clock.now())));
      const answers = isOurs ? await placeAll(user.userId, handed) : await answersOf(user.userId, handed);
      return c.html(framed(answered(basket, answers)));
    });

    async function placeAll(accountId: string, { key, basket, id }: Handed): Promise<readonly string[]> {
      const { accessToken } = await logins.signIn(accountId, key);
      const answers = await Promise.all(
        basket.map((item) =>
          place(item, `token ${key}:${accessToken}`).catch((error: unknown) => {
            log.error({ err: error }, "an order of a practice basket was not answered");
            return NOT_KNOWN;
          }),
        ),
      );
      await baskets.answered(accountId, id, answers);
      await logins.end(accessToken);
      return answers;
    }

    /** Of a press before this one, which may be under way still. @throws AppError 409 */
    async function answersOf(accountId: string, { id, data, basket }: Handed): Promise<readonly string[]> {
      for (const until = clock.monotonic() + WAIT_MS; ; ) {
        const found = await baskets.find(accountId, id, data);
        if (found?.isSame === false) throw new AppError("conflict", "Another basket was placed with this form already");
        if (found?.answers) return found.answers;
        if (clock.monotonic() >= until) return basket.map(() => NOT_KNOWN);
        await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
      }
    }

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
function handedOf(fields: unknown): Handed {
  const form = Form.safeParse(fields);
  if (!form.success) throw new AppError("bad-request", "This is no basket", { cause: form.error });
  const { api_key: key, data, [BASKET_KEY]: id } = form.data;
  return { key, data, id, basket: basketOf(data) };
}

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

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const shown = ({ basket, key, data, id }: Handed): string => `<ol>
${basket.map((item) => `<li>${words(item)}</li>`).join("\n")}
</ol>
<form method="post" action="${PRACTICE_BASKET}">
${hidden("api_key", key)}${hidden("data", data)}${hidden(BASKET_KEY, id)}
<p><button name="decision" value="confirm">Place in your practice account</button></p>
</form>`;

const answered = (basket: readonly Item[], done: readonly string[]): string => `<ol>
${basket.map((item, i) => `<li>${words(item)}<br><b>${escapeHtml(done[i] ?? "")}</b></li>`).join("\n")}
</ol>
<p class="note">You may close this page.</p>`;

const framed = (body: string): string =>
  page(
    "Kite basket (practice)",
    `<h1>Practice: a basket in place of Kite</h1>
<p class="note">This is not Kite's page: no money moves, and no order leaves this server.</p>
${body}`,
  );
