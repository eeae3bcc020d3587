/** The database counts as well when it can write, and not before; a connection that breaks in use ends nothing else. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { findPostgres, startPostgres } from "../../testing/processes/services.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { askProbe } from "../probe.ts";
import { migrate } from "./migrations.ts";

/** An answer serves this long. */
const ANSWER_MS = 1100;
/** A first database of a fresh checkout takes longer than a test. */
const START_MS = 60_000;

test("the embedded database on a full disk is not well, though it reads", { timeout: START_MS }, async () => {
  const folder = temporaryFolder();
  const database = await openTestDatabase(undefined, folder);
  await migrate(database);
  expect(await askProbe(database.probe)).toEqual({ ok: true, detail: "embedded" });
  symlinkSync("/dev/full", join(folder, "disk-probe"));
  await sleep(ANSWER_MS);
  expect((await askProbe(database.probe)).ok).toBe(false);
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await database.close();
});

unlessMissing("PostgreSQL that only reads", findPostgres(), "PostgreSQL", (bin) => {
  test("is not well", { timeout: START_MS }, async () => {
    const postgres = await startPostgres(bin);
    const database = await openTestDatabase(postgres.url);
    await migrate(database);
    expect(await askProbe(database.probe)).toEqual({ ok: true, detail: "postgresql" });
    await database.pool.query("alter role postgres set default_transaction_read_only = on");
    await database.pool
      .query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'strikeboard'")
      .catch(() => undefined);
    await sleep(ANSWER_MS);
    expect((await askProbe(database.probe)).ok).toBe(false);
    await database.close();
    await postgres.stop();
  });
});

unlessMissing("PostgreSQL that ends a connection in a transaction", findPostgres(), "PostgreSQL", (bin) => {
  test("fails the transaction, and nothing else", { timeout: START_MS }, async () => {
    const postgres = await startPostgres(bin);
    const database = await openTestDatabase(postgres.url);
    const client = await database.pool.connect();
    const {
      rows: [{ pid }],
    } = await client.query("select pg_backend_pid() as pid");
    const ended = new Promise((resolve) => client.once("end", resolve));
    await database.pool.query("select pg_terminate_backend($1)", [pid]);
    await ended;
    await expect(client.query("select 1")).rejects.toThrow();
    client.release(true);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await database.close();
    await postgres.stop();
  });
});
