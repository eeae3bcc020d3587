import { beforeEach, expect, test } from "vitest";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { type Migration, migrate, readMigrations } from "./migrations.ts";

onEachDatabase("migrations", (database) => {
  const ours = readMigrations();
  const next: Migration = { name: "9998-test.sql", sql: "create table test_next (id integer primary key);" };

  beforeEach(async () => {
    await database().pool.query("drop table if exists test_next");
    await database().pool.query("delete from schema_migration where name like '999%'");
  });

  test("running again applies nothing", async () => {
    expect(await migrate(database())).toEqual([]);
  });

  test("parallel starters apply a migration once", async () => {
    const all = [...ours, next];
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database(), all)));
    expect(applied.flat()).toEqual([next.name]);
  });

  test("a failing migration leaves nothing behind and is named", async () => {
    const broken = { name: "9999-broken.sql", sql: `${next.sql} select * from nowhere;` };
    await expect(migrate(database(), [...ours, broken])).rejects.toThrow(/9999-broken.sql failed: .*nowhere/);
    expect(await migrate(database(), [...ours, next])).toEqual([next.name]);
  });

  test("a database that is newer than the code, or whose migration was edited, is refused", async () => {
    await migrate(database(), [...ours, next]);
    await expect(migrate(database())).rejects.toThrow(/newer Strikeboard \(it has 9998-test.sql\)/);
    const edited = { ...next, sql: `${next.sql} -- later` };
    await expect(migrate(database(), [...ours, edited])).rejects.toThrow(/9998-test.sql was edited/);
    const otherLineEnds = { ...next, sql: next.sql.replaceAll("\n", "\r\n") };
    expect(await migrate(database(), [...ours, otherLineEnds])).toEqual([]);
  });
});
