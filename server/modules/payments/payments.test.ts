import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { offer as offerCall, payment as paymentCall, payPlan } from "#contract/wire/http/payments.ts";
import { linkOfPage, OPERATOR_EMAIL, openShop, type Shop, type ShopUser } from "../../testing/http/shop.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { nextInvoice } from "./invoices.ts";

const MINUTE_MS = 60_000;

onEachDatabase("payments", (database) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(database());
  });
  afterAll(() => shop.stop());

  const standing = async (user: ShopUser, reference: unknown) =>
    paymentCall.response.parse(await (await shop.get(`payments/${reference}`, user)).json()).data;

  describe("beginning to pay", () => {
    test.each([
      ["subscribe/monthly", "monthly", 117_900, 30],
      ["subscribe/quarterly", "quarterly", 343_000, 90],
      ["subscribe/halfyearly", "halfyearly", 671_900, 180],
      ["subscribe/annualy", "annualy", 1_273_100, 365],
      ["trial/weekly", "weekly", 35_300, 7],
    ])(
      "%s leads to the provider, at the host that was asked, for the price of the list",
      async (what, name, paise, days) => {
        const user = await shop.user();
        const reply = await shop.get(`checkout/makepayment/${what}`, user);
        const { data } = payPlan.response.parse(await reply.json());
        expect(data.response).toMatch(/^http:\/\/localhost:4000\/dev\/checkout\/plink_[0-9a-f]{28}$/);
        const row = await shop.paymentOf(new URL(data.response ?? "").pathname);
        expect(row).toMatchObject({
          name,
          days,
          state: "open",
          tax_percent: 18,
          total_paise: paise,
          account_id: user.id,
        });
        expect(Number(row["base_paise"]) + Number(row["tax_paise"])).toBe(paise);
        expect(row["reference"]).toMatch(/^SB[0-9a-f]{30}$/);
      },
    );

    test("a second attempt within a minute gets no URL and the seconds to wait; a hundred at once get one", async () => {
      const user = await shop.user();
      const first = "checkout/makepayment/subscribe/monthly";
      const replies = await Promise.all(Array.from({ length: 100 }, () => shop.get(first, user)));
      const bodies = await Promise.all(replies.map(async (reply) => payPlan.response.parse(await reply.json()).data));
      expect(bodies.filter(({ response }) => response !== undefined)).toHaveLength(1);
      expect(bodies.filter(({ waitSeconds }) => waitSeconds === 60)).toHaveLength(99);
      shop.clock.advance(59_500);
      expect(await (await shop.get(first, user)).json()).toEqual({ data: { waitSeconds: 1 } });
      shop.clock.advance(500);
      expect(await (await shop.get(first, user)).json()).toMatchObject({ data: { response: expect.any(String) } });
    });

    test("the same purchase leads to the same link while that is open, so nobody pays twice for one wish", async () => {
      const user = await shop.user();
      const first = await shop.begin(user, "subscribe/monthly");
      expect(await shop.begin(user, "subscribe/monthly")).toBe(first);
      expect(await shop.begin(user, "subscribe/annualy")).not.toBe(first);
      shop.clock.advance(30 * MINUTE_MS);
      expect(await shop.begin(user, "subscribe/monthly")).not.toBe(first);
    });

    test.each([
      ["a cross-site image", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
      ["a link", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" }],
      ["a foreign page of an old browser", { origin: "http://evil.example" }],
    ])("%s cannot begin it", async (_, headers) => {
      const { cookie } = await shop.user();
      for (const what of ["trial/weekly", "subscribe/monthly"]) {
        const reply = await shop.app.fetch(`/api/v1/checkout/makepayment/${what}`, { headers: { cookie, ...headers } });
        expect(reply.status).toBe(403);
      }
    });

    test("nobody, no such plan, no such provider", async () => {
      const user = await shop.user();
      expect((await shop.get("checkout/makepayment/trial/weekly")).status).toBe(401);
      expect((await shop.get("checkout/makepayment/subscribe/monthly")).status).toBe(401);
      for (const path of ["checkout/makepayment/subscribe/weekly", "checkout/makepayment/subscribe/constructor"]) {
        expect((await shop.get(path, user)).status).toBe(404);
      }
      expect((await shop.get("razorpay/makepayment/trial/weekly", user)).status).toBe(404);
    });
  });

  describe("a payment", () => {
    test("gives its days once, is premium, has an invoice, and is told to its owner alone", async () => {
      const user = await shop.user();
      const page = await shop.begin(user, "subscribe/quarterly");
      const { reference } = await shop.paymentOf(page);
      expect(await standing(user, reference)).toMatchObject({ state: "open", days: 0, invoice: null, total: 3430 });
      const back = await shop.press(page, "pay");
      expect(back.status).toBe(303);
      expect(back.headers.get("location")).toBe(`http://localhost:4000/pricing?payment=${reference}`);
      expect(await shop.accountOf(user)).toMatchObject({ plan: "live", plan_paid: true });
      expect(await shop.daysOf(user)).toBe(90);
      expect(await standing(user, reference)).toEqual({
        reference,
        name: "quarterly",
        state: "paid",
        total: 3430,
        tax: 523,
        days: 90,
        invoice: expect.stringMatching(/^SIM\/26-27\/\d{6}$/),
      });
      expect(await (await shop.get("users/isPremium", user)).json()).toEqual({ isPremium: true });
      const grant = "select source, period, days from subscription_grant where account_id = $1";
      expect(await shop.one(grant, [user.id])).toEqual({ source: "payment", period: "live-quarterly", days: 90 });
      expect((await shop.get(`payments/${reference}`, await shop.user())).status).toBe(404);
      expect((await shop.get(`payments/${reference}`)).status).toBe(401);
    });

    test("of the trial gives 7 days that are not premium, and there is no second one", async () => {
      const user = await shop.user();
      await shop.press(await shop.begin(user, "trial/weekly"), "pay");
      expect(await shop.accountOf(user)).toMatchObject({ plan: "live", plan_paid: false });
      expect(await shop.daysOf(user)).toBe(7);
      shop.clock.advance(MINUTE_MS);
      const again = await shop.get("checkout/makepayment/trial/weekly", user);
      expect(again.status).toBe(403);
      expect(await again.json()).toEqual({ status: "fail", message: "Trial already used" });
    });

    test("of a second trial that was open beside the first gives nothing and is due back", async () => {
      const user = await shop.user();
      const first = await shop.begin(user, "trial/weekly");
      shop.clock.advance(28 * MINUTE_MS);
      const second = await shop.begin(user, "trial/weekly");
      expect(second).not.toBe(first);
      for (const page of [first, second]) expect((await shop.webhook(await shop.paidEvent(page))).status).toBe(200);
      expect(await shop.daysOf(user)).toBe(7);
      expect(await shop.paymentOf(second)).toMatchObject({ state: "paid" });
      const due = "select count(*)::int as n from audit where action = 'payment.refund-due' and account_id = $1";
      expect(await shop.one(due, [user.id])).toEqual({ n: 1 });
      const told = await shop.app.mailTo(OPERATOR_EMAIL);
      expect(told.at(-1)?.subject).toBe("Strikeboard: a refund is due");
      expect(told.at(-1)?.text).toContain(`Reference: ${(await shop.paymentOf(second))["reference"]}`);
    });

    test("that fails leaves the link open; one that is called off closes it", async () => {
      const user = await shop.user();
      const page = await shop.begin(user, "subscribe/monthly");
      const { reference } = await shop.paymentOf(page);
      await shop.press(page, "fail");
      expect(await standing(user, reference)).toMatchObject({ state: "failed", days: 0 });
      await shop.press(page, "pay");
      expect(await standing(user, reference)).toMatchObject({ state: "paid", days: 30 });
      const other = await shop.begin(user, "subscribe/annualy");
      await shop.press(other, "cancel");
      expect(await shop.paymentOf(other)).toMatchObject({ state: "closed" });
      expect((await shop.press(other, "pay")).headers.get("location")).toBe(other);
      expect(await shop.daysOf(user)).toBe(30);
    });

    test.each(["late", "twice", "never"])("whose news comes %s still gives its days once", async (telling) => {
      const user = await shop.user();
      const page = await shop.begin(user, "subscribe/monthly");
      await shop.press(page, "pay", telling);
      const arrived = async () => {
        shop.clock.advance(MINUTE_MS / 2);
        expect(await shop.daysOf(user)).toBe(30);
      };
      await vi.waitFor(arrived, { timeout: 20_000, interval: 5 });
      const grants = "select count(*)::int as n from subscription_grant where account_id = $1";
      expect(await shop.one(grants, [user.id])).toEqual({ n: 1 });
    });

    test("rewards whoever brought the buyer, for the first plan only, in the same breath", async () => {
      const referrer = await shop.user();
      const buyer = await shop.user({ referredBy: referrer.id });
      await shop.press(await shop.begin(buyer, "trial/weekly"), "pay");
      expect(await shop.daysOf(referrer)).toBe(0);
      await shop.press(await shop.begin(buyer, "subscribe/annualy"), "pay");
      expect(await shop.daysOf(referrer)).toBe(84);
      await shop.press(await shop.begin(buyer, "subscribe/annualy"), "pay");
      expect(await shop.daysOf(referrer)).toBe(84);
    });

    test("of an account that is gone is kept for the books, and due back", async () => {
      const user = await shop.user();
      const page = await shop.begin(user, "subscribe/monthly");
      await database().pool.query("delete from account where id = $1", [user.id]);
      expect((await shop.webhook(await shop.paidEvent(page))).status).toBe(200);
      const row = await shop.paymentOf(page);
      expect(row).toMatchObject({ state: "paid", account_id: null });
      expect(row["invoice"]).toMatch(/^SIM/);
    });
  });

  describe("the free trial with a broker", () => {
    const activate = (user: ShopUser, body: unknown = { broker: "fyers" }) =>
      shop.post("users/brokertrial", body, user);

    test("lasts 14 days and works once, however close together", async () => {
      const user = await shop.user();
      const replies = await Promise.all(Array.from({ length: 5 }, () => activate(user)));
      const bodies = await Promise.all(replies.map((reply) => reply.json()));
      const won = bodies.filter(({ status }) => status === "success");
      expect(won).toEqual([{ status: "success", message: "Trial Successfully Activated" }]);
      const lost = { status: "fail", message: "Trial already used" };
      expect(bodies.filter(({ status }) => status === "fail")).toEqual([lost, lost, lost, lost]);
      expect(await shop.daysOf(user)).toBe(14);
      expect(await shop.accountOf(user)).toMatchObject({ plan: "live", plan_paid: false });
      const grant = "select period from subscription_grant where account_id = $1";
      expect(await shop.one(grant, [user.id])).toEqual({ period: "broker-trial" });
    });

    test("needs a confirmed address: whoever asks without one has none spent, and gets it afterwards", async () => {
      const user = await shop.user();
      const confirm = (at: Date | null) =>
        database().pool.query("update account set confirmed_at = $2 where id = $1", [user.id, at]);
      await confirm(null);
      const refused = await activate(user);
      expect([refused.status, await shop.daysOf(user)]).toEqual([403, 0]);
      expect(await refused.json()).toMatchObject({
        message: expect.stringMatching(/^Please confirm your e-mail address.* on its way/),
      });
      expect((await shop.app.mailTo(user.email)).map(({ subject }) => subject)).toEqual([
        "Confirm your e-mail address",
      ]);
      await confirm(new Date());
      expect([(await activate(user)).status, await shop.daysOf(user)]).toEqual([200, 14]);
    });

    test.each([
      [{}],
      [{ broker: "" }],
      [{ broker: "Fyers!" }],
      [{ broker: 1 }],
      [{ broker: "fyers", days: 365 }],
      [{ broker: "fyers", accountId: "x" }],
    ])("takes a broker and nothing else (%#)", async (body) => {
      const user = await shop.user();
      expect((await activate(user, body)).status).toBe(400);
      expect(await shop.daysOf(user)).toBe(0);
    });

    test("is had with the broker that is connected and counts, as the offer says", async () => {
      const user = await shop.user();
      const offered = async () =>
        offerCall.response.parse(await (await shop.get("payments/offer", user)).json()).data.trialBroker;
      expect(await offered()).toBe("fyers");
      expect([(await activate(user, { broker: "dhan" })).status, await shop.daysOf(user)]).toEqual([403, 0]);
      shop.connection.broker = undefined;
      expect([await offered(), (await activate(user)).status, await shop.daysOf(user)]).toEqual([null, 403, 0]);
      shop.connection.broker = "fyers";
    });

    test("is over for an address whose account was deleted, and the other kind is not", async () => {
      const first = await shop.user();
      expect((await activate(first)).status).toBe(200);
      await database().pool.query("delete from account where id = $1", [first.id]);
      const again = await shop.user({ email: first.email.toUpperCase() });
      expect(await (await activate(again)).json()).toEqual({ status: "fail", message: "Trial already used" });
      expect(await shop.daysOf(again)).toBe(0);
      await shop.press(await shop.begin(again, "trial/weekly"), "pay");
      expect(await shop.daysOf(again)).toBe(7);
      await database().pool.query("delete from account where id = $1", [again.id]);
      const third = await shop.user({ email: first.email });
      shop.clock.advance(MINUTE_MS);
      expect((await shop.get("checkout/makepayment/trial/weekly", third)).status).toBe(403);
      const { rows } = await database().pool.query("select * from trial_address");
      expect(JSON.stringify(rows)).not.toContain("example.com");
    });

    test("needs somebody", async () => {
      expect((await shop.post("users/brokertrial", { broker: "fyers" })).status).toBe(401);
    });
  });

  test("the offer names the provider, and what the user may still try", async () => {
    const visitor = offerCall.response.parse(await (await shop.get("payments/offer")).json()).data;
    expect(visitor).toEqual({
      provider: "checkout",
      isSimulated: true,
      termsUrl: "/dev/checkout/terms",
      isTrialUsed: false,
      isBrokerTrialUsed: false,
      trialBroker: null,
      waitSeconds: 0,
    });
    const user = await shop.user();
    await shop.press(await shop.begin(user, "trial/weekly"), "pay");
    await shop.post("users/brokertrial", { broker: "fyers" }, user);
    shop.clock.advance(15_000);
    const { data } = offerCall.response.parse(await (await shop.get("payments/offer", user)).json());
    expect(data).toMatchObject({ isTrialUsed: true, isBrokerTrialUsed: true, waitSeconds: 45 });
  });

  test.each([
    ["127.0.0.1:4000", "http://127.0.0.1:4000"],
    ["localhost:4000", "http://localhost:4000"],
  ])("asked as %s, the browser goes and comes back there, where its cookie is", async (host, origin) => {
    const { cookie } = await shop.user();
    const reply = await shop.app.fetch("/api/v1/checkout/makepayment/subscribe/monthly", { headers: { cookie, host } });
    const { data } = (await reply.json()) as { data: { response: string } };
    expect(new URL(data.response).origin).toBe(origin);
    const { rows } = await database().pool.query("select callback_url from checkout_link where id = $1", [
      linkOfPage(new URL(data.response).pathname),
    ]);
    expect(new URL(rows[0].callback_url).origin).toBe(origin);
  });

  test("purchases and trials are part of what a user can take away", async () => {
    const user = await shop.user();
    expect(await shop.app.personalData.export(user.id)).not.toHaveProperty("payments");
    await shop.press(await shop.begin(user, "subscribe/monthly"), "pay");
    await shop.post("users/brokertrial", { broker: "fyers" }, user);
    expect(await shop.app.personalData.export(user.id)).toMatchObject({
      payments: {
        bought: [{ name: "monthly", state: "paid", days: 30, taxPercent: 18, providerPayment: expect.any(String) }],
        trials: [{ kind: "broker", broker: "fyers" }],
      },
    });
  });

  test("the calls are in the committed document (npm run openapi)", async () => {
    const committed = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
    const { paths } = (await (await shop.app.fetch("/openapi.json")).json()) as { paths: Record<string, unknown> };
    for (const path of Object.keys(paths)) expect(committed.paths[path]).toEqual(paths[path]);
  });

  test("every step of money is in the audit", async () => {
    const user = await shop.user();
    await shop.press(await shop.begin(user, "subscribe/monthly"), "pay");
    const { rows } = await database().pool.query(
      "select action, actor, address from audit where account_id = $1 and action like 'payment%' order by id",
      [user.id],
    );
    expect(rows).toEqual([
      { action: "payment.begun", actor: user.id, address: "127.0.0.1" },
      { action: "payment.paid", actor: "system", address: null },
    ]);
  });

  test("where nothing is sold the calls say so, and a broker's trial still works", async () => {
    const closed = await openShop(database(), { kind: "none" });
    const user = await closed.user();
    const reply = await closed.get("checkout/makepayment/trial/weekly", user);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toEqual({ status: "error", message: "Nothing can be bought here" });
    expect(await (await closed.get("payments/offer", user)).json()).toMatchObject({ data: { provider: null } });
    expect((await closed.webhook("{}")).status).toBe(404);
    expect((await closed.post("users/brokertrial", { broker: "fyers" }, user)).status).toBe(200);
    await closed.stop();
  });

  describe("the checkout's pages", () => {
    test("say that no money moves, what is paid, and how it ended", async () => {
      const user = await shop.user();
      const page = await shop.begin(user, "subscribe/monthly");
      const open = await shop.app.fetch(page);
      expect(open.headers.get("content-type")).toMatch(/^text\/html/);
      expect(await open.text()).toMatch(
        /No money moves[\s\S]*Subscription, monthly: ₹1,179\.00[\s\S]*Let the payment fail/,
      );
      await shop.press(page, "pay");
      expect(await (await shop.app.fetch(page)).text()).toContain("This link is paid.");
      expect((await shop.app.fetch("/dev/checkout/terms")).status).toBe(200);
      expect((await shop.app.fetch(`/dev/checkout/plink_${"0".repeat(28)}`)).status).toBe(404);
    });

    test("take no other telling, no large form and no button pressed by another site", async () => {
      const page = await shop.begin(await shop.user(), "subscribe/monthly");
      expect((await shop.press(page, "pay", "sideways")).status).toBe(400);
      expect((await shop.press(page, "pay", "x".repeat(5000))).status).toBe(413);
      const foreign = { method: "POST", headers: { "sec-fetch-site": "cross-site" }, body: "telling=now" };
      expect((await shop.app.fetch(`${page}/pay`, foreign)).status).toBe(403);
      expect(await shop.paymentOf(page)).toMatchObject({ state: "open" });
    });
  });

  describe("invoice numbers", () => {
    const now = new Date("2026-11-20T06:00:00Z");
    const take = (prefix: string, at = now) => database().orm.transaction((tx) => nextInvoice(tx, prefix, at));

    test("count from 1 in each series and year, parallel sales too, and a failed sale takes none", async () => {
      expect(await take("A")).toBe("A/26-27/000001");
      const failing = database().orm.transaction(async (tx) => {
        await nextInvoice(tx, "A", now);
        throw new Error("the sale failed");
      });
      await expect(failing).rejects.toThrow("the sale failed");
      const parallel = await Promise.all(Array.from({ length: 10 }, () => take("A")));
      expect(parallel.toSorted()).toEqual(
        Array.from({ length: 10 }, (_, i) => `A/26-27/${String(i + 2).padStart(6, "0")}`),
      );
      expect(await take("B")).toBe("B/26-27/000001");
      expect(await take("A", new Date("2027-04-01T06:00:00Z"))).toBe("A/27-28/000001");
      expect((await take("SIM")).length).toBeLessThanOrEqual(16);
    });
  });
});
