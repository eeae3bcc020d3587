import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { createFixedIdentities } from "../../testing/sockets/fixed-identities.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { Database } from "../database/db.ts";
import { migrate } from "../database/migrations.ts";
import { openMailbox } from "./mailbox.ts";
import { MAILBOX_PATH, mailboxPage } from "./mailbox-page.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
});
afterAll(() => database.close());

function start(open: boolean) {
  const mailbox = openMailbox(join(temporaryFolder(), "mail"), createManualClock());
  const identities = createFixedIdentities();
  const app = createTestApp({ database, pages: [mailboxPage({ mailbox, identities, open })] });
  return {
    mailbox,
    app,
    get: (cookie = "", more: Record<string, string> = {}) => app.fetch(MAILBOX_PATH, { headers: { cookie, ...more } }),
  };
}

test("the page shows what was kept, as text, with links that can be followed", async () => {
  const { mailbox, get } = start(true);
  expect(await (await get()).text()).toContain("No messages yet");
  const text = "Set it here:\n\nhttp://localhost:4000/a?b=1&c=2\n\n<img src=x onerror=alert(1)>";
  await mailbox.send({ id: "1", to: '"><script>@example.com', subject: "Hello & welcome", text });
  const reply = await get();
  const page = await reply.text();
  expect(page).toContain("Mailbox of this machine");
  expect(page).toContain("<h2>Hello &amp; welcome</h2>");
  expect(page).toContain('<a href="http://localhost:4000/a?b=1&amp;c=2">');
  expect(page).not.toMatch(/<script|<img/);
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
});

test("where others can reach the server it is an administrator's, and nobody else finds it", async () => {
  const { get } = start(false);
  expect((await get()).status).toBe(404);
  expect((await get("ticket=live")).status).toBe(404);
  expect((await get("ticket=admin")).status).toBe(200);
});

test.each(["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto"])(
  "what a proxy hands on (%s) gets neither the mailbox nor the metrics of one's own machine",
  async (name) => {
    const { app, get } = start(true);
    expect([(await get()).status, (await app.fetch("/metrics")).status]).toEqual([200, 200]);
    const forwarded = { [name]: "for=203.0.113.7" };
    expect((await get("", forwarded)).status).toBe(404);
    expect((await app.fetch("/metrics", { headers: forwarded })).status).toBe(404);
  },
);

test("without a mailbox there is no such page", async () => {
  const app = createTestApp({ database });
  expect(await (await app.fetch(MAILBOX_PATH)).text()).not.toContain("Mailbox");
});
