import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../testing/processes/command.ts";
import { openTestDatabase } from "../testing/processes/databases.ts";
import { findPostgres, startPostgres } from "../testing/processes/services.ts";
import { unlessMissing } from "../testing/skips.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const runner =
  (env: Readonly<Record<string, string>>) =>
  (...words: readonly string[]) =>
    runCommand("admin", words, { env: { PATH: process.env["PATH"], ...env } });

it("says how it is used without a database, and opens none for that", async () => {
  const folder = join(temporaryFolder(), "data");
  const admin = runner({ DATA_DIR: folder });
  const [nothing, asked, half, unknown] = await Promise.all([
    admin(),
    admin("--help"),
    admin("create"),
    admin("nothing", "x"),
  ]);
  expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: /) });
  for (const refused of [nothing, half, unknown])
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) });
  expect(existsSync(folder)).toBe(false);
}, 60_000);

unlessMissing("the admin command on PostgreSQL", findPostgres(), "PostgreSQL (initdb, postgres)", (bin) => {
  it("makes, changes and entitles accounts, and leaves a trace of each", async () => {
    const postgres = await startPostgres(bin);
    const admin = runner({ DATABASE_URL: postgres.url, DATA_DIR: join(temporaryFolder(), "data") });
    const database = await openTestDatabase(postgres.url);
    try {
      expect(await admin("seed")).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^new@\S+\tpassword \S+\tno subscription\nminute@.*\t1min\nlive@.*\tlive\n$/s),
      });
      const [created, granted, noDays, revoked, nobody] = await Promise.all([
        admin("create", "ops@example.com", "Ops", "of", "the", "house"),
        admin("grant", "new@strikeboard.local", "live", "30"),
        admin("grant", "new@strikeboard.local", "live", "0"),
        admin("revoke", "live@strikeboard.local"),
        admin("logout", "nobody@example.com"),
      ]);
      expect(created.out).toMatch(/^Admin ops@example.com, password \S{16} /);
      const { rows: ops } = await database.pool.query("select name from account where email = 'ops@example.com'");
      expect(ops).toEqual([{ name: "Ops of the house" }]);
      expect(granted.out).toMatch(/: live until 2/);
      expect(noDays).toMatchObject({ code: 1, err: "0 is not a number of days from 1 to 3650.\n" });
      expect(revoked.out).toMatch(/no subscription/);
      expect(nobody).toMatchObject({ code: 1, err: "There is no account nobody@example.com.\n" });
      const [shown, tooLong, noHours, unquoted] = await Promise.all([
        admin("banner", "Maintenance on Sunday", "2"),
        admin("banner", "x".repeat(201)),
        admin("banner", "Maintenance", "tonight"),
        admin("banner", "Maintenance", "on", "Sunday"),
      ]);
      expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/^Banner 1 is shown until 2\S+Z\.\n$/) });
      expect(tooLong).toMatchObject({ code: 1, err: "A banner has at most 200 characters; this has 201.\n" });
      expect(noHours).toMatchObject({ code: 1, err: "A banner is shown for 1 to 720 whole hours.\n" });
      expect(unquoted).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: .*check-orders \[head\]\n$/) });
      expect(await admin("banner", "off")).toMatchObject({ code: 0, out: "Banner 1 has ended.\n" });
      const [again, list, checked, otherHead] = await Promise.all([
        admin("create", "OPS@example.com"),
        admin("list"),
        admin("check-orders"),
        admin("check-orders", "ab".repeat(32)),
      ]);
      expect(checked).toMatchObject({ code: 0, out: expect.stringContaining("0 in 0 chains") });
      expect(otherHead).toMatchObject({ code: 1, err: expect.stringContaining("No chain has this head") });
      expect(again).toMatchObject({ code: 1, err: "There is an account OPS@example.com already.\n" });
      expect(list.out.trim().split("\n")).toHaveLength(4);
      const [family, nobodys] = await Promise.all([
        admin("family", "ops@example.com", "live@strikeboard.local"),
        admin("free-address", "own"),
      ]);
      expect(family.out).toMatch(/^ops@example.com is of the family of live@/);
      expect(nobodys).toMatchObject({ code: 1, err: "own is nobody's address.\n" });
      await database.pool.query(
        "insert into order_address (account_id, address, assigned_at) select id, '', now() from account where email = 'live@strikeboard.local'",
      );
      expect((await admin("addresses")).out).toBe("own\t\tlive@strikeboard.local\n");
      expect((await admin("free-address", "own")).out).toMatch(/^own is free\. .*before a new login/);
      expect((await admin("addresses")).out).toBe("own\t\tfree\n");
      const { rows } = await database.pool.query("select action, actor from audit order by action desc");
      expect(rows.map(({ action }: { action: string }) => action)).toEqual([
        "subscription.revoked",
        "subscription.granted",
        "sample.seeded",
        "sample.seeded",
        "sample.seeded",
        "broker.family",
        "broker.address-freed",
        "banner.shown",
        "banner.ended",
        "admin.created",
      ]);
      expect(rows.every(({ actor }: { actor: string }) => actor === "operator")).toBe(true);
    } finally {
      await database.close();
      await postgres.stop();
    }
  }, 120_000);

  it("seeds nobody where demo accounts are not allowed", async () => {
    const postgres = await startPostgres(bin);
    const production = { NODE_ENV: "production", FEED: "none", APP_SECRET: "s".repeat(40) };
    const admin = runner({ ...production, DATABASE_URL: postgres.url, SMTP_URL: "smtp://mail.example" });
    try {
      expect(await admin("seed")).toMatchObject({ code: 1, err: expect.stringContaining("ALLOW_DEMO=1") });
    } finally {
      await postgres.stop();
    }
  }, 60_000);
});
