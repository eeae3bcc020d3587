import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_COMMENT_LENGTH, reports } from "#contract/wire/http/report.ts";
import { OPERATOR_EMAIL, openShop, type Shop } from "../../testing/http/shop.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";

const SAID = {
  useremail: "asha@example.com",
  comment: "The chain <b>flickers</b>",
  system: "mobile",
  browser: "Firefox",
};

onEachDatabase("reports", (database) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(database());
  });
  afterAll(() => shop.stop());

  test("are kept, and read by administrators, newest first", async () => {
    const user = await shop.user();
    const reply = await shop.post("report", SAID, user);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ status: "success", message: "Thank you! Your report has been submitted." });
    shop.clock.advance(1000);
    await shop.post("report", { ...SAID, comment: "And the graph", system: "desktop" }, user);
    const admin = await shop.user({ admin: true });
    const { data } = reports.response.parse(await (await shop.get("reports", admin)).json());
    expect(data.map(({ id, ...rest }) => rest)).toEqual([
      {
        ...SAID,
        comment: "And the graph",
        system: "desktop",
        account: user.id,
        at: new Date(shop.clock.now()).toISOString(),
      },
      { ...SAID, account: user.id, at: new Date(shop.clock.now() - 1000).toISOString() },
    ]);
  });

  test.each([
    [{ ...SAID, comment: "" }],
    [{ ...SAID, comment: "  \n " }],
    [{ ...SAID, comment: "x".repeat(MAX_COMMENT_LENGTH + 1) }],
    [{ ...SAID, system: "fridge" }],
    [{ ...SAID, browser: "x".repeat(201) }],
    [{ ...SAID, useremail: "x".repeat(255) }],
    [{ ...SAID, accountId: "someone else" }],
    [{ comment: "x" }],
    [[]],
  ])("are refused in one line where they are not whole (%#)", async (body) => {
    const reply = await shop.post("report", body, await shop.user());
    expect(reply.status).toBe(400);
    expect((await reply.json()).message).not.toContain("\n");
  });

  test("need somebody who is logged in, subscribed or not", async () => {
    expect((await shop.post("report", SAID)).status).toBe(401);
  });

  test("come five an hour at most from one user, and hinder nobody else", async () => {
    const user = await shop.user();
    const replies = await Promise.all(Array.from({ length: 8 }, () => shop.post("report", SAID, user)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await shop.post("report", SAID, await shop.user())).status).toBe(200);
  });

  test("reach the operator by mail; the waiting message itself says nothing", async () => {
    const user = await shop.user();
    await shop.post("report", { ...SAID, comment: "By mail, please" }, user);
    const { rows } = await database().pool.query("select data::text from mail where kind = 'report'");
    expect(JSON.stringify(rows)).not.toMatch(/By mail|asha/);
    const sent = await shop.app.mailTo(OPERATOR_EMAIL);
    expect(sent.at(-1)).toMatchObject({ subject: "Strikeboard: a report" });
    expect(sent.at(-1)?.text).toBe(
      `From: asha@example.com\nAccount: ${user.id}\nSystem: mobile\nBrowser: Firefox\n\nBy mail, please\n`,
    );
  });

  test("are part of what a user can take away", async () => {
    const user = await shop.user();
    expect(await shop.app.personalData.export(user.id)).not.toHaveProperty("reports");
    await shop.post("report", SAID, user);
    expect(await shop.app.personalData.export(user.id)).toMatchObject({ reports: [{ comment: SAID.comment }] });
  });

  test("go with the account", async () => {
    const user = await shop.user();
    await shop.post("report", SAID, user);
    await database().pool.query("delete from account where id = $1", [user.id]);
    const { rows } = await database().pool.query("select 1 from bug_report where account_id = $1", [user.id]);
    expect(rows).toEqual([]);
  });
});
