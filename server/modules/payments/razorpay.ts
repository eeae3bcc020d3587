/** Razorpay payment links: created and asked for through the outbound client, told of by signed webhooks. */
import { z } from "zod";
import { type Outbound, OutboundError, type OutboundRequest } from "../../platform/outbound.ts";
import type { PaymentProvider } from "./provider.ts";
import { factOf, Link, parseReply, readEvent } from "./razorpay-wire.ts";

export interface RazorpaySettings {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  /** 'https://api.razorpay.com' */
  readonly url: string;
  /** Hosts that a payment link may lead to, themselves or below them. */
  readonly redirectHosts: readonly string[];
  readonly termsUrl: string;
}

const Links = z.object({ payment_links: z.array(Link) });

export function createRazorpay(settings: RazorpaySettings, outbound: Outbound): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString("base64")}`;

  async function call<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    { method, body }: { method: OutboundRequest["method"]; body?: object },
  ): Promise<z.infer<Schema>> {
    const headers = { authorization, "content-type": "application/json" };
    const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const reply = await outbound.request(`${settings.url}/v1/${path}`, sent);
    if (reply.status !== 200) throw new OutboundError(`the payment provider answered ${reply.status}`);
    return parseReply(schema, reply.body);
  }

  return {
    name: "razorpay",
    isSimulated: false,
    termsUrl: settings.termsUrl,
    invoicePrefix: "SB",

    async createLink({ reference, totalPaise, description, returnUrl, expiresAt }) {
      const body = {
        amount: totalPaise,
        currency: "INR",
        accept_partial: false,
        reference_id: reference,
        description,
        // The user is redirected at once: who it is stays with us, and nothing is to arrive by mail or phone as well.
        notify: { sms: false, email: false },
        reminder_enable: false,
        callback_url: returnUrl,
        callback_method: "get",
        expire_by: Math.floor(expiresAt.getTime() / 1000),
      };
      const { id, short_url: url } = await call(Link, "payment_links", { method: "POST", body });
      if (url === undefined || !leadsTo(url, settings.redirectHosts)) {
        throw new OutboundError("the payment provider's link leads to a host that is not configured");
      }
      return { id, url };
    },

    async ask({ reference, linkId }) {
      if (linkId !== null) {
        return factOf(await call(Link, `payment_links/${encodeURIComponent(linkId)}`, { method: "GET" }));
      }
      const path = `payment_links?reference_id=${encodeURIComponent(reference)}`;
      const { payment_links: found } = await call(Links, path, { method: "GET" });
      const own = found.find(({ reference_id: theirs }) => theirs === reference);
      return own && factOf(own);
    },

    readWebhook: (raw, headers) => readEvent(raw, headers, settings.webhookSecret),
  };
}

function leadsTo(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
