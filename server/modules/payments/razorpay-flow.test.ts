/** The whole way with the real provider's adapter, over HTTP to a server that answers as Razorpay does. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type FakeRazorpay, startFakeRazorpay } from "../../testing/http/fake-razorpay.ts";
import { openShop, type Shop, type ShopUser } from "../../testing/http/shop.ts";
import { postJson } from "../../testing/http/test-app.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { sign } from "./razorpay-wire.ts";

const WEBHOOK_SECRET = "the secret of the webhook";
const MONTHLY = "razorpay/makepayment/subscribe/monthly";
const MINUTE_MS = 60_000;

onEachDatabase("payments by Razorpay", (database) => {
  let razorpay: FakeRazorpay;
  let shop: Shop;
  let links = 0;
  beforeAll(async () => {
    razorpay = await startFakeRazorpay();
    const settings = {
      keyId: "rzp_test_1",
      keySecret: "s3cret",
      webhookSecret: WEBHOOK_SECRET,
      url: razorpay.url,
      redirectHosts: ["rzp.io"],
      termsUrl: "https://razorpay.com/terms/",
    };
    shop = await openShop(database(), { kind: "razorpay", settings });
  });
  afterAll(async () => {
    await shop.stop();
    await razorpay.stop();
  });

  const linkOf = (reference: unknown, id: string, fields: object = {}): object => ({
    id,
    reference_id: reference,
    status: "created",
    amount: 117_900,
    amount_paid: 0,
    currency: "INR",
    short_url: `https://rzp.io/i/${id}`,
    ...fields,
  });
  const referenceOf = async ({ id }: ShopUser): Promise<string> =>
    (await database().pool.query("select reference from payment where account_id = $1", [id])).rows[0].reference;
  const stateOf = async ({ id }: ShopUser): Promise<string> =>
    (await database().pool.query("select state from payment where account_id = $1", [id])).rows[0].state;
  /** @returns the link's id. */
  const begin = async (user: ShopUser): Promise<string> => {
    const id = `plink_${++links}`;
    razorpay.answer("POST /v1/payment_links", 200, linkOf("-", id));
    const reply = await shop.get(MONTHLY, user);
    expect(await reply.json()).toEqual({ data: { response: `https://rzp.io/i/${id}` } });
    return id;
  };

  test("the browser is sent there, and the signed webhook gives the days", async () => {
    const user = await shop.user();
    const id = await begin(user);
    const paid = linkOf(await referenceOf(user), id, { status: "paid", amount_paid: 117_900 });
    const payload = { payment_link: { entity: paid }, payment: { entity: { id: "pay_1" } } };
    const raw = JSON.stringify({ entity: "event", event: "payment_link.paid", payload });
    const send = (signature: string) =>
      shop.app.fetch("/api/v1/payments/webhook/razorpay", {
        method: "POST",
        headers: { "x-razorpay-signature": signature, "x-razorpay-event-id": `evt_${id}` },
        body: raw,
      });
    expect((await send(sign(raw, "another"))).status).toBe(401);
    expect(await stateOf(user)).toBe("open");
    const taken = await send(sign(raw, WEBHOOK_SECRET));
    expect(taken.status).toBe(200);
    expect(await taken.json()).toEqual({ status: "success" });
    expect(await stateOf(user)).toBe("paid");
    expect(await (await shop.get("users/isPremium", user)).json()).toEqual({ isPremium: true });
    const own = await (await shop.get(`payments/${await referenceOf(user)}`, user)).json();
    expect(own.data.invoice).toMatch(/^SB\/26-27\//);
  });

  test("a webhook that never came is made up for by asking", async () => {
    const user = await shop.user();
    const id = await begin(user);
    const payments = [{ payment_id: "pay_2", status: "captured" }];
    const paid = linkOf(await referenceOf(user), id, { status: "paid", amount_paid: 117_900, payments });
    razorpay.answer(`GET /v1/payment_links/${id}`, 200, paid);
    await vi.waitFor(
      async () => {
        shop.clock.advance(MINUTE_MS / 2);
        expect(await stateOf(user)).toBe("paid");
      },
      { timeout: 20_000, interval: 5 },
    );
  });

  test("a provider that does not answer is one clear refusal; what it made all the same is found by our reference", async () => {
    const user = await shop.user();
    razorpay.answer("POST /v1/payment_links", 502, "<html>");
    const reply = await shop.get(MONTHLY, user);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toEqual({
      status: "error",
      message: "The payment provider does not answer. Please try again later.",
    });
    const reference = await referenceOf(user);
    const made = linkOf(reference, "plink_lost", {
      status: "paid",
      amount_paid: 117_900,
      payments: [{ payment_id: "p" }],
    });
    razorpay.answer(`GET /v1/payment_links?reference_id=${reference}`, 200, { payment_links: [made] });
    await vi.waitFor(
      async () => {
        shop.clock.advance(MINUTE_MS / 2);
        expect(await stateOf(user)).toBe("paid");
      },
      { timeout: 20_000, interval: 5 },
    );
    const nothing = await shop.user();
    shop.clock.advance(MINUTE_MS);
    await shop.get(MONTHLY, nothing);
    const unknown = await referenceOf(nothing);
    razorpay.answer(`GET /v1/payment_links?reference_id=${unknown}`, 200, { payment_links: [] });
    await vi.waitFor(
      async () => {
        shop.clock.advance(MINUTE_MS / 2);
        expect(await stateOf(nothing)).toBe("closed");
      },
      { timeout: 20_000, interval: 5 },
    );
  });

  test("a link that leads elsewhere is not followed", async () => {
    razorpay.answer("POST /v1/payment_links", 200, linkOf("-", "plink_evil", { short_url: "https://evil.example/" }));
    const reply = await shop.get(MONTHLY, await shop.user());
    expect(reply.status).toBe(503);
    expect(await reply.text()).not.toContain("evil.example");
  });

  test("the simulator's paths are not there", async () => {
    const user = await shop.user();
    expect((await shop.get("checkout/makepayment/subscribe/monthly", user)).status).toBe(404);
    expect((await shop.app.fetch("/dev/checkout/terms")).headers.get("content-type")).toMatch(/json/);
    expect((await shop.app.fetch("/api/v1/payments/webhook/checkout", postJson({}))).status).toBe(404);
  });
});
