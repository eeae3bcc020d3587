import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Database } from "../platform/database/db.ts";
import { parseEnv } from "../platform/env/env.ts";
import { readText } from "../platform/env/read-environment.ts";
import { oneLine } from "../platform/start-error.ts";
import { type Outcome, runCommand } from "../testing/processes/command.ts";
import { openTestDatabase } from "../testing/processes/databases.ts";
import { findPostgres, startPostgres } from "../testing/processes/services.ts";
import { unlessMissing } from "../testing/skips.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { taskOf } from "./admin/tasks.ts";

const DEVELOPMENT = parseEnv({}, readText);

const runner =
  (env: Readonly<Record<string, string>>) =>
  (...words: readonly string[]) =>
    runCommand("admin", words, { env: { PATH: process.env["PATH"], ...env } });

/** A task as the command runs it, without a process for each; one at a time, as they share what is printed. */
const tasksOn =
  (database: Database) =>
  async (...words: readonly string[]): Promise<Outcome> => {
    let out = "";
    const printed = vi.spyOn(console, "log").mockImplementation((line) => {
      out += `${line}\n`;
    });
    try {
      await (taskOf(words) ?? expect.unreachable("no task"))(database, DEVELOPMENT);
      return { code: 0, out, err: "" };
    } catch (error) {
      return { code: 1, out, err: `${oneLine(error)}\n` };
    } finally {
      printed.mockRestore();
    }
  };

it("says how it is used without a database, and opens none for that", async () => {
  const folder = join(temporaryFolder(), "data");
  const admin = runner({ DATA_DIR: folder });
  const [asked, half] = await Promise.all([admin("--help"), admin("create")]);
  expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: /) });
  expect(half).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) });
  for (const words of [[], ["create"], ["nothing", "x"]]) expect(taskOf(words)).toBeUndefined();
  expect(existsSync(folder)).toBe(false);
}, 60_000);

unlessMissing("the admin command on PostgreSQL", findPostgres(), "PostgreSQL (initdb, postgres)", (bin) => {
  it("makes, changes and entitles accounts, and leaves a trace of each", async () => {
    const postgres = await startPostgres(bin);
    const command = runner({ DATABASE_URL: postgres.url, DATA_DIR: join(temporaryFolder(), "data") });
    const database = await openTestDatabase(postgres.url);
    const admin = tasksOn(database);
    try {
      expect(await command("seed")).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^new@\S+\tpassword \S+\tno subscription\nminute@.*\t1min\nlive@.*\tlive\n$/s),
      });
      expect(await command("logout", "nobody@example.com")).toEqual({
        code: 1,
        out: "",
        err: "There is no account nobody@example.com.\n",
      });
      const created = await admin("create", "ops@example.com", "Ops", "of", "the", "house");
      expect(created.out).toMatch(/^Admin ops@example.com, password \S{16} /);
      const { rows: ops } = await database.pool.query("select name from account where email = 'ops@example.com'");
      expect(ops).toEqual([{ name: "Ops of the house" }]);
      expect((await admin("grant", "new@strikeboard.local", "live", "30")).out).toMatch(/: live until 2/);
      const behind = await admin("grant", "new@strikeboard.local", "1min", "1");
      expect(behind.out).toMatch(/: live until 2\S+Z, then 1 day of 1min\n$/);
      const more = await admin("grant", "new@strikeboard.local", "1min", "9");
      expect(more.out).toMatch(/, then 10 days of 1min\n$/);
      const noDays = await admin("grant", "new@strikeboard.local", "live", "0");
      expect(noDays).toMatchObject({ code: 1, err: "0 is not a number of days from 1 to 3650.\n" });
      expect((await admin("revoke", "live@strikeboard.local")).out).toMatch(/no subscription/);
      const shown = await admin("banner", "Maintenance on Sunday", "2");
      expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/^Banner 1 is shown until 2\S+Z\.\n$/) });
      const tooLong = await admin("banner", "x".repeat(201));
      expect(tooLong).toMatchObject({ code: 1, err: "A banner has at most 200 characters; this has 201.\n" });
      const noHours = await admin("banner", "Maintenance", "tonight");
      expect(noHours).toMatchObject({ code: 1, err: "A banner is shown for 1 to 720 whole hours.\n" });
      const unquoted = await admin("banner", "Maintenance", "on", "Sunday");
      expect(unquoted).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: .*check-orders \[head\]\n$/) });
      expect(await admin("banner", "off")).toMatchObject({ code: 0, out: "Banner 1 has ended.\n" });
      expect(await admin("check-orders")).toMatchObject({ code: 0, out: expect.stringContaining("0 in 0 chains") });
      const otherHead = await admin("check-orders", "ab".repeat(32));
      expect(otherHead).toMatchObject({ code: 1, err: expect.stringContaining("No chain has this head") });
      const again = await admin("create", "OPS@example.com");
      expect(again).toMatchObject({ code: 1, err: "There is an account OPS@example.com already.\n" });
      expect((await admin("list")).out.trim().split("\n")).toHaveLength(4);
      const family = await admin("family", "ops@example.com", "live@strikeboard.local");
      expect(family.out).toMatch(/^ops@example.com is of the family of live@/);
      expect(await admin("free-address", "own")).toMatchObject({ code: 1, err: "own is nobody's address.\n" });
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
        "subscription.granted",
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
      // Where demo accounts are not allowed.
      const seed = taskOf(["seed"]) ?? expect.unreachable();
      const production = {
        NODE_ENV: "production",
        FEED: "none",
        APP_SECRET: "s".repeat(40),
        SMTP_URL: "smtp://mail.example",
      };
      const env = parseEnv({ ...production, DATABASE_URL: postgres.url }, readText);
      await expect(seed(database, env)).rejects.toThrow("ALLOW_DEMO=1");
    } finally {
      await database.close();
      await postgres.stop();
    }
  }, 120_000);
});
