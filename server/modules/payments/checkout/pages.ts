/** The simulator's pages: what a provider's hosted checkout shows, and what such a provider may do to the shop. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "../../../platform/errors.ts";
import type { HttpEnv } from "../../../platform/http/http-env.ts";
import { escapeHtml, page } from "../../../platform/http/page.ts";
import type { Pages } from "../../../platform/http/pages.ts";
import type { CheckoutLink } from "../schema.ts";
import { CHECKOUT_PATH, type CheckoutSimulator, type Telling } from "./simulator.ts";

const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

const LINK_PATH = `${CHECKOUT_PATH}/:id{plink_[0-9a-f]+}`;
/** A form of one word. */
const MAX_FORM_BYTES = 1024;

const TELLINGS: Readonly<Record<Telling, string>> = {
  now: "Pay",
  late: "Pay; the shop hears of it 10 seconds later",
  twice: "Pay; the shop hears of it twice",
  never: "Pay; the shop hears nothing, and asks after two minutes",
};

const isTelling = (word: unknown): word is Telling => typeof word === "string" && Object.hasOwn(TELLINGS, word);

export const checkoutPages =
  (simulator: CheckoutSimulator): Pages =>
  (app) => {
    app.use(
      `${CHECKOUT_PATH}/*`,
      bodyLimit({
        maxSize: MAX_FORM_BYTES,
        onError: () => {
          throw new AppError("too-large");
        },
      }),
    );
    app.get(`${CHECKOUT_PATH}/terms`, (c) => {
      c.set("route", `${CHECKOUT_PATH}/terms`);
      return c.html(framed("Terms", "<p>Nothing is sold here.</p>"));
    });
    app.get(LINK_PATH, async (c) => {
      const link = await linkOf(c, simulator);
      c.header("Cache-Control", "no-store");
      return c.html(framed("Pay", link.status === "created" ? formsOf(link) : endOf(link)));
    });
    registerActions(app, simulator);
  };

function registerActions(app: OpenAPIHono<HttpEnv>, simulator: CheckoutSimulator): void {
  const acting = (action: string, act: (id: string, c: Context<HttpEnv>) => Promise<boolean>): void => {
    app.post(`${LINK_PATH}/${action}`, async (c) => {
      const { id, callbackUrl } = await linkOf(c, simulator);
      // The shop's own page says how the payment stands.
      return c.redirect((await act(id, c)) ? callbackUrl : `${CHECKOUT_PATH}/${id}`, 303);
    });
  };
  acting("pay", async (id, c) => {
    const { telling } = await c.req.parseBody();
    if (!isTelling(telling)) throw new AppError("bad-request");
    return simulator.pay(id, telling);
  });
  acting("fail", (id) => simulator.fail(id));
  acting("cancel", (id) => simulator.cancel(id));
}

/** @throws AppError 404 */
async function linkOf(c: Context<HttpEnv>, simulator: CheckoutSimulator): Promise<CheckoutLink> {
  c.set("route", `${CHECKOUT_PATH}/{link}`);
  const link = await simulator.link(c.req.param("id") ?? "");
  if (link === undefined) throw new AppError("not-found");
  return link;
}

const framed = (title: string, body: string): string =>
  page(
    `${title} (simulated checkout)`,
    `<h1>Simulated checkout</h1>
<p class="note">No money moves: this page stands in for the payment provider until PAYMENT_PROVIDER names one.</p>
${body}`,
  );

const formsOf = ({ id, amount, description }: CheckoutLink): string => `<article>
<h2>${escapeHtml(description)}: ${RUPEES.format(amount / 100)}</h2>
<form method="post" action="${CHECKOUT_PATH}/${id}/pay">
${Object.entries(TELLINGS)
  .map(([word, text]) => `<p><button name="telling" value="${word}">${escapeHtml(text)}</button></p>`)
  .join("\n")}
</form>
<form method="post" action="${CHECKOUT_PATH}/${id}/fail"><p><button>Let the payment fail</button></p></form>
<form method="post" action="${CHECKOUT_PATH}/${id}/cancel"><p><button>Cancel</button></p></form>
</article>`;

const ENDS: Readonly<Record<CheckoutLink["status"], string>> = {
  created: "This link is open.",
  paid: "This link is paid.",
  expired: "This link has expired.",
  cancelled: "This link was cancelled.",
};

const endOf = ({ status, callbackUrl }: CheckoutLink): string =>
  `<p>${ENDS[status]} <a href="${escapeHtml(callbackUrl)}">Back to the shop</a></p>`;
