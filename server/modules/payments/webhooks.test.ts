import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOfPage, openShop, type Shop } from "../../testing/http/shop.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { sign } from "./razorpay-wire.ts";

onEachDatabase("a webhook", (database) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(database());
  });
  afterAll(() => shop.stop());

  test.each([
    ["without a signature", ""],
    ["with a wrong one", "0".repeat(64)],
    ["with one that is no hex", "x".repeat(64)],
  ])("%s gives nothing", async (_, signature) => {
    const user = await shop.user();
    const page = await shop.begin(user, "subscribe/monthly");
    expect((await shop.webhook(await shop.paidEvent(page), { signature })).status).toBe(401);
    expect(await shop.daysOf(user)).toBe(0);
  });

  test("with the signature of another secret, or of the same JSON written otherwise, gives nothing", async () => {
    const user = await shop.user();
    const page = await shop.begin(user, "subscribe/monthly");
    const raw = await shop.paidEvent(page);
    const old = sign(raw, "the secret before the present one");
    expect((await shop.webhook(raw, { signature: old })).status).toBe(401);
    const secret = shop.app.secrets.derive("checkout webhook", "simulator").toString("hex");
    const rewritten = JSON.stringify(JSON.parse(raw), undefined, 2);
    expect((await shop.webhook(rewritten, { signature: sign(raw, secret) })).status).toBe(401);
    expect(await shop.daysOf(user)).toBe(0);
  });

  test("that is replayed, with its event id or another, gives once", async () => {
    const user = await shop.user();
    const raw = await shop.paidEvent(await shop.begin(user, "subscribe/monthly"));
    for (const id of ["evt_r", "evt_r", "evt_s", undefined, undefined]) {
      expect((await shop.webhook(raw, id === undefined ? {} : { id })).status).toBe(200);
    }
    await Promise.all(Array.from({ length: 10 }, (_, i) => shop.webhook(raw, { id: `evt_p${i}` })));
    expect(await shop.daysOf(user)).toBe(30);
  });

  test("that comes after 'paid' changes nothing", async () => {
    const user = await shop.user();
    const page = await shop.begin(user, "subscribe/monthly");
    await shop.webhook(await shop.paidEvent(page));
    const cancelled = (await shop.paidEvent(page, { status: "cancelled" })).replace("link.paid", "link.cancelled");
    expect((await shop.webhook(cancelled)).status).toBe(200);
    expect(await shop.paymentOf(page)).toMatchObject({ state: "paid" });
    expect(await shop.daysOf(user)).toBe(30);
  });

  test("of too little, too much, another currency, another's reference or another's link gives nothing to anyone", async () => {
    const user = await shop.user();
    const other = await shop.user();
    const page = await shop.begin(user, "subscribe/annualy");
    const cheap = await shop.begin(other, "trial/weekly");
    const { reference } = await shop.paymentOf(cheap);
    const wrongs = [
      { amount_paid: 100 },
      { amount_paid: 1_273_101 },
      { currency: "USD" },
      { reference_id: reference },
      { id: linkOfPage(cheap) },
      { reference_id: "SB0", id: "plink_0" },
    ];
    for (const wrong of wrongs) expect((await shop.webhook(await shop.paidEvent(page, wrong))).status).toBe(200);
    expect([await shop.daysOf(user), await shop.daysOf(other)]).toEqual([0, 0]);
    const refused = "select count(*)::int as n from audit where action = 'payment.refused' and account_id = any($1)";
    expect(await shop.one(refused, [[user.id, other.id]])).toEqual({ n: 5 });
  });

  test("of another provider's path is not found, and one that says nothing of payments is taken", async () => {
    const raw = JSON.stringify({ event: "order.paid", payload: {} });
    expect((await shop.webhook(raw)).status).toBe(200);
    const elsewhere = await shop.app.fetch("/api/v1/payments/webhook/razorpay", { method: "POST", body: raw });
    expect(elsewhere.status).toBe(404);
  });

  test("keeps nothing of the payer", async () => {
    const user = await shop.user();
    const raw = (await shop.paidEvent(await shop.begin(user, "subscribe/monthly"))).replace(
      '"id":"pay_1"',
      '"id":"pay_1","email":"payer@secret.example","contact":"+919988998899"',
    );
    await shop.webhook(raw);
    const { rows } = await database().pool.query(
      "select e::text as row from payment_event e union all select a::text from audit a",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/secret\.example|9988998899/);
  });
});
