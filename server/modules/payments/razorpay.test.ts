import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbound } from "../../platform/outbound.ts";
import { type FakeRazorpay, startFakeRazorpay } from "../../testing/http/fake-razorpay.ts";
import type { PaymentProvider } from "./provider.ts";
import { createRazorpay } from "./razorpay.ts";
import { sign } from "./razorpay-wire.ts";

const LINK = {
  id: "plink_9A33XWu170gUtm",
  status: "created",
  amount: 117_900,
  amount_paid: 0,
  currency: "INR",
  reference_id: "SB1",
  short_url: "https://rzp.io/i/nxrHnLJ",
  payments: null,
};
const REQUEST = {
  reference: "SB1",
  totalPaise: 117_900,
  description: "Subscription, monthly",
  returnUrl: "https://strikeboard.example/pricing?payment=SB1",
  expiresAt: new Date("2026-11-20T06:30:00.500Z"),
};
const SECRET = "a webhook's secret";

let razorpay: FakeRazorpay;
let provider: PaymentProvider;
beforeEach(async () => {
  razorpay = await startFakeRazorpay();
  const settings = {
    keyId: "rzp_test_1",
    keySecret: "s3cret",
    webhookSecret: SECRET,
    url: razorpay.url,
    redirectHosts: ["rzp.io"],
    termsUrl: "https://razorpay.com/terms/",
  };
  provider = createRazorpay(settings, createOutbound({ origins: [razorpay.url], timeoutMs: 2000 }));
});
afterEach(() => razorpay.stop());

describe("a payment link", () => {
  it("is asked for with our reference, in paise, as the documentation says", async () => {
    razorpay.answer("POST /v1/payment_links", 200, LINK);
    expect(await provider.createLink(REQUEST)).toEqual({ id: LINK.id, url: LINK.short_url });
    expect(razorpay.calls).toEqual([
      {
        method: "POST",
        url: "/v1/payment_links",
        authorization: `Basic ${Buffer.from("rzp_test_1:s3cret").toString("base64")}`,
        body: {
          amount: 117_900,
          currency: "INR",
          accept_partial: false,
          reference_id: "SB1",
          description: "Subscription, monthly",
          notify: { sms: false, email: false },
          reminder_enable: false,
          callback_url: REQUEST.returnUrl,
          callback_method: "get",
          expire_by: 1_795_156_200,
        },
      },
    ]);
  });

  it.each([
    "https://rzp.io.evil.example/i/1",
    "https://evilrzp.io/i/1",
    "http://rzp.io/i/1",
    "javascript:alert(1)//rzp.io",
    "nonsense",
  ])("that leads to %s is refused", async (short_url) => {
    razorpay.answer("POST /v1/payment_links", 200, { ...LINK, short_url });
    await expect(provider.createLink(REQUEST)).rejects.toThrow(/not configured/);
  });

  it("below a configured host is fine", async () => {
    razorpay.answer("POST /v1/payment_links", 200, { ...LINK, short_url: "https://pages.rzp.io/1" });
    expect((await provider.createLink(REQUEST)).url).toBe("https://pages.rzp.io/1");
  });

  it.each([
    [400, { error: { code: "BAD_REQUEST_ERROR" } }, /answered 400/],
    [502, "<html>", /answered 502/],
    [200, "<html>", /not understood/],
    [200, { id: 1 }, /not understood/],
  ])("fails in one line on an answer of another kind (%#)", async (status, body, message) => {
    razorpay.answer("POST /v1/payment_links", status, body);
    await expect(provider.createLink(REQUEST)).rejects.toThrow(message);
  });
});

describe("a question", () => {
  it("goes by the link's id where we know it", async () => {
    const payments = [
      { payment_id: "pay_1", status: "failed" },
      { payment_id: "pay_2", status: "captured" },
    ];
    razorpay.answer(`GET /v1/payment_links/${LINK.id}`, 200, {
      ...LINK,
      status: "paid",
      amount_paid: 117_900,
      payments,
    });
    expect(await provider.ask({ reference: "SB1", linkId: LINK.id })).toEqual({
      reference: "SB1",
      linkId: LINK.id,
      state: "paid",
      amountPaid: 117_900,
      currency: "INR",
      providerPayment: "pay_2",
    });
  });

  it("goes by our reference where the answer with the id was lost", async () => {
    const other = { ...LINK, id: "plink_other", reference_id: "SB2" };
    razorpay.answer("GET /v1/payment_links?reference_id=SB1", 200, { payment_links: [other, LINK] });
    expect(await provider.ask({ reference: "SB1", linkId: null })).toMatchObject({ linkId: LINK.id, state: "open" });
    razorpay.answer("GET /v1/payment_links?reference_id=SB1", 200, { payment_links: [] });
    expect(await provider.ask({ reference: "SB1", linkId: null })).toBeUndefined();
  });
});

describe("a webhook", () => {
  const event = (name: string, payload: object): string => JSON.stringify({ entity: "event", event: name, payload });
  const paid = event("payment_link.paid", {
    payment_link: { entity: { ...LINK, status: "paid", amount_paid: 117_900 } },
    payment: { entity: { id: "pay_1", description: "#9A33XWu170gUtm" } },
  });
  const headers = (raw: string, secret = SECRET, id?: string): Headers =>
    new Headers({ "x-razorpay-signature": sign(raw, secret), ...(id ? { "x-razorpay-event-id": id } : {}) });

  it("says what was paid", () => {
    expect(provider.readWebhook(paid, headers(paid, SECRET, "evt_1"))).toEqual({
      id: "evt_1",
      fact: {
        reference: "SB1",
        linkId: LINK.id,
        state: "paid",
        amountPaid: 117_900,
        currency: "INR",
        providerPayment: "pay_1",
      },
    });
  });

  it("of a failed attempt names the link in the payment's description", () => {
    const raw = event("payment.failed", { payment: { entity: { id: "pay_1", description: "#9A33XWu170gUtm" } } });
    expect(provider.readWebhook(raw, headers(raw))?.fact).toMatchObject({ linkId: LINK.id, state: "failed" });
  });

  it.each([
    ["no signature", paid, new Headers()],
    ["an empty one", paid, new Headers({ "x-razorpay-signature": "" })],
    ["one of another secret", paid, headers(paid, "an earlier secret")],
    ["one of another body", paid, headers(`${paid} `)],
    ["one in capitals", paid, new Headers({ "x-razorpay-signature": sign(paid, SECRET).toUpperCase() })],
    ["the same JSON written again", JSON.stringify(JSON.parse(paid), undefined, 1), headers(paid)],
  ])("with %s is no webhook", (_, raw, sent) => {
    expect(provider.readWebhook(raw, sent)).toBeUndefined();
  });

  it.each(["{", "[]", "null", event("order.paid", {}), event("payment_link.paid", {}), event("payment.failed", {})])(
    "that is signed and says nothing of a link is known by its body (%#)",
    (raw) => {
      expect(provider.readWebhook(raw, headers(raw))).toEqual({ id: `body:${sign(raw, SECRET)}`, fact: undefined });
    },
  );
});
