import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { findPostgres, findRedis, type Service, startPostgres, startRedis } from "../../testing/processes/services.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { createLocalHub, type LocalHub } from "../../testing/sockets/local-bus.ts";
import { until } from "../../testing/sockets/test-gateway.ts";
import type { Bus } from "../bus/bus.ts";
import { RedisBus } from "../bus/bus-redis.ts";
import { systemClock, type WallClock } from "../clocks.ts";
import { type Database, openDatabase } from "../database/db.ts";
import { migrate } from "../database/migrations.ts";
import { silentLog } from "../log.ts";
import { createNews, type News } from "./news.ts";
import { recordNews } from "./news-store.ts";

const ACCOUNT = { type: "account" } as const;

interface Process {
  readonly news: News;
  /** Ids and users, as they came. */
  readonly heard: string[];
  readonly ids: number[];
  readonly stop: () => void;
}

function start({ orm }: Database, bus?: Bus, clock: WallClock = createManualClock()): Process {
  const news = createNews({ orm, clock, log: silentLog, bus });
  const [heard, ids]: [string[], number[]] = [[], []];
  news.onNews(({ id, accountId }) => {
    ids.push(id);
    heard.push(String(accountId));
  });
  return { news, heard, ids, stop: news.start() };
}

onEachDatabase("news", (database) => {
  let hub: LocalHub;
  let open: Process[];
  beforeEach(() => {
    hub = createLocalHub();
    open = [];
  });
  afterEach(() => {
    for (const { stop } of open) stop();
  });

  /** One more process, which has begun to read. */
  async function join(bus: Bus | undefined = hub.connect(), clock?: WallClock): Promise<Process> {
    const process = start(database(), bus, clock);
    open.push(process);
    await process.news.missed(randomUUID(), undefined);
    return process;
  }

  test("reaches every process once and in one order, whoever tells it", async () => {
    const [here, there] = [await join(), await join()];
    const users = Array.from({ length: 30 }, () => randomUUID());
    await Promise.all(users.map((user, i) => (i % 2 ? here : there).news.tellUser(user, ACCOUNT)));
    await until(() => here.ids.length === 30 && there.ids.length === 30, "all news");
    expect([...here.heard].sort()).toEqual([...users].sort());
    expect(there.heard).toEqual(here.heard);
    expect(here.ids).toEqual([...here.ids].sort((a, b) => a - b));
    await Promise.all([here.news.wake(), there.news.wake()]);
    await turn();
    expect([new Set(here.ids).size, here.ids.length, there.ids.length]).toEqual([30, 30, 30]);
  });

  test("is told where its transaction is committed, and never where it is not", async () => {
    const process = await join();
    const [kept, lost] = [randomUUID(), randomUUID()];
    const failing = database().orm.transaction(async (tx) => {
      await recordNews(tx, lost, [ACCOUNT]);
      throw new Error("not this one");
    });
    await expect(failing).rejects.toThrow("not this one");
    await database().orm.transaction((tx) => recordNews(tx, kept, [ACCOUNT]));
    await process.news.wake();
    expect(process.heard).toEqual([kept]);
  });

  test("is found by the look of every second while the bus is away, and what wrote it need not know of a bus", async () => {
    const clock = createManualClock();
    const process = await join(hub.connect(), clock);
    hub.isAway = true;
    const [first, second] = [randomUUID(), randomUUID()];
    const elsewhere = await join();
    await elsewhere.news.tellUser(first, ACCOUNT);
    await recordNews(database().orm, second, [ACCOUNT]);
    await turn();
    expect(process.heard).toEqual([]);
    clock.advance(1000);
    await until(() => process.heard.length === 2, "both");
    expect(process.heard).toEqual([first, second]);
  });

  test("is read as soon as the bus is back", async () => {
    const process = await join();
    hub.isAway = true;
    const user = randomUUID();
    await (await join(undefined)).news.tellUser(user, ACCOUNT);
    hub.isAway = false;
    await until(() => process.heard.length === 1, "what was missed");
  });

  test("a process that starts hears what comes, not what was", async () => {
    const user = randomUUID();
    const first = await join();
    await first.news.tellUser(user, ACCOUNT);
    const late = await join();
    await late.news.wake();
    expect(late.heard).toEqual([]);
    await first.news.tellUser(user, ACCOUNT);
    await until(() => late.heard.length === 1, "the next");
  });

  test("who comes back is given its own since then, in order, and told where some of it is gone", async () => {
    const { news, ids } = await join();
    const [user, other] = [randomUUID(), randomUUID()];
    const begin = (await news.missed(user, undefined)).from;
    for (const told of [user, other, user, other]) await news.tellUser(told, ACCOUNT);
    const last = ids.at(-1) ?? 0;
    const missed = await news.missed(user, begin);
    expect(missed).toMatchObject({ from: last, isWhole: true });
    expect(missed.items.map(({ id, accountId }) => [id, accountId])).toEqual([
      [ids[0], user],
      [ids[2], user],
    ]);
    expect(await news.missed(user, last)).toEqual({ from: last, isWhole: true, items: [] });
    // Of another life of the database.
    expect(await news.missed(user, last + 7)).toEqual({ from: last, isWhole: false, items: [] });
    await database().pool.query("update news set at = now() - interval '49 hours' where seq <= $1", [ids[0]]);
    const next = await join();
    await until(async () => !(await next.news.missed(user, begin)).isWhole, "the old is forgotten");
    expect(await next.news.missed(user, ids[0] ?? 0)).toMatchObject({ isWhole: true, items: [{ id: ids[2] }] });
  });

  test("more than a batch is read to its end", async () => {
    const process = await join();
    const users = Array.from({ length: 2300 }, () => randomUUID());
    for (const user of users) await recordNews(database().orm, user, [ACCOUNT]);
    await process.news.wake();
    expect(process.heard).toEqual(users);
  });
});

const services = findRedis() && findPostgres();

unlessMissing("news of two edges over Redis and PostgreSQL", services, "Redis or PostgreSQL", () => {
  test("arrives while Redis is there, while it is away and when it is back: in one order, none lost, none twice", async () => {
    const [redis, postgres] = await Promise.all([startRedis(findRedis() ?? ""), startPostgres(findPostgres() ?? "")]);
    let again: Service | undefined;
    const databases = await Promise.all(
      [1, 2].map(() => openDatabase({ url: postgres.url, folder: "", log: silentLog, onFailure: () => undefined })),
    );
    const buses = await Promise.all(
      databases.map(() => RedisBus.open({ url: redis.url, clock: systemClock, log: silentLog })),
    );
    await migrate(databases[0] as Database);
    const [here, there] = databases.map((database, i) => start(database, buses[i], systemClock)) as [Process, Process];
    const user = randomUUID();
    const tellBoth = () => Promise.all([here, there].map(({ news }) => news.tellUser(user, ACCOUNT)));
    const both = (count: number) => until(() => here.ids.length === count && there.ids.length === count, `${count}`);
    try {
      await Promise.all([here, there].map(({ news }) => news.missed(user, undefined)));
      for (let i = 0; i < 20; i++) await tellBoth();
      await both(40);
      await redis.kill();
      await until(() => buses.every((bus) => bus.fault !== undefined), "Redis is away");
      for (let i = 0; i < 5; i++) await tellBoth();
      await both(50);
      again = await redis.again();
      await until(() => buses.every((bus) => bus.fault === undefined), "Redis is back");
      const from = performance.now();
      await here.news.tellUser(user, ACCOUNT);
      await both(51);
      console.log(`from one edge to the other over Redis: ${(performance.now() - from).toFixed(1)} ms`);
      expect(here.ids).toEqual(Array.from({ length: 51 }, (_, i) => i + 1));
      expect(there.ids).toEqual(here.ids);
    } finally {
      for (const { stop } of [here, there]) stop();
      await Promise.all([...buses.map((bus) => bus.close()), ...databases.map((database) => database.close())]);
      await Promise.all([redis.stop(), postgres.stop(), again?.stop()]);
    }
  });
});
