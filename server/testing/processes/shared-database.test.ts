import { expect, test } from "vitest";
import { openTestDatabase } from "./databases.ts";

test("a database that a suite has closed comes back as it was at first, and the suite reaches it no more", {
  timeout: 60_000,
}, async () => {
  const first = await openTestDatabase(undefined);
  const { rows } = await first.pool.query<{ session: string }>("select pg_postmaster_start_time()::text as session");
  const keep = "insert into audit (at, action, actor, detail) values (now(), 'login', 'system', '{}') returning id";
  await first.pool.query(keep);
  const { rows: kept } = await first.pool.query(keep);
  await first.pool.query(
    "update news_position set last = 5; delete from schema_migration; create table later (id int)",
  );
  await first.close();
  await expect(first.pool.query("select 1")).rejects.toThrow(/after calling end/);

  const second = await openTestDatabase(undefined);
  const one = async (sql: string) => (await second.pool.query(sql)).rows[0];
  expect(await one("select pg_postmaster_start_time()::text as session")).toEqual(rows[0]);
  expect(await one("select count(*)::int as audits from audit")).toEqual({ audits: 0 });
  expect(await one("select last::int from news_position")).toEqual({ last: 0 });
  expect((await one("select count(*)::int as applied from schema_migration")).applied).toBeGreaterThan(10);
  expect(await one("select to_regclass('later') as later")).toEqual({ later: null });
  expect(Number((await one(keep)).id)).toBeLessThan(Number(kept[0].id));
  await expect(second.pool.query("truncate audit")).rejects.toThrow();
  await second.close();
});
