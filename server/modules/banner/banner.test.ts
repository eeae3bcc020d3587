import { beforeEach, describe, expect, it, test, vi } from "vitest";
import type { Banner } from "#contract/wire/socket-events.ts";
import { silentLog } from "../../platform/log.ts";
import { createNews } from "../../platform/news/news.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createFixedNews } from "../../testing/sockets/fixed-news.ts";
import { type BannerRepository, createBannerRepository } from "./banner-repository.ts";
import { createBannerState } from "./banner-state.ts";
import { endBanner, showBanner } from "./operator-banner.ts";
import type { StoredBanner } from "./schema.ts";

const HOUR_MS = 3600_000;

onEachDatabase("the operator's banner", (database) => {
  const clock = createManualClock();
  const now = () => new Date(clock.now());
  const show = (message: string, hours = 24) => showBanner(database().orm, message, hours, now());
  const newest = () => createBannerRepository(database().orm).newest();
  const trace = async () =>
    (await database().pool.query("select action, actor, detail from audit order by id")).rows.slice(-2);

  beforeEach(() => clock.advance(1000 * HOUR_MS));

  test("is kept with its end; ids grow, and the newest counts", async () => {
    const first = await show("  Maintenance on Sunday ", 2);
    expect(await newest()).toEqual(first);
    expect(first).toMatchObject({ message: "Maintenance on Sunday", endsAt: new Date(clock.now() + 2 * HOUR_MS) });
    const second = await show("A new screen");
    expect(second.id).toBeGreaterThan(first.id);
    expect(await newest()).toEqual(second);
    expect(await trace()).toEqual([
      { action: "banner.shown", actor: "operator", detail: { banner: first.id, hours: 2 } },
      { action: "banner.shown", actor: "operator", detail: { banner: second.id, hours: 24 } },
    ]);
  });

  test("ends once, and the one before does not come back", async () => {
    await show("Old");
    const shown = await show("New");
    expect((await endBanner(database().orm, now()))?.id).toBe(shown.id);
    expect((await newest())?.endsAt).toEqual(now());
    expect(await endBanner(database().orm, now())).toBeUndefined();
    expect((await trace()).map(({ action }) => action)).toEqual(["banner.shown", "banner.ended"]);
  });

  test("that has ended by itself is not ended again", async () => {
    await show("Short", 1);
    clock.advance(HOUR_MS);
    expect(await endBanner(database().orm, now())).toBeUndefined();
  });

  test.each([
    ["", 24, /needs a message/],
    ["  ", 24, /needs a message/],
    ["one\ntwo", 24, /one line of plain text/],
    ["one\u2028two", 24, /one line of plain text/],
    ["\u001b[31mred", 24, /one line of plain text/],
    ["x".repeat(201), 24, /at most 200 characters; this has 201/],
    ["Fine", 0, /1 to 720 whole hours/],
    ["Fine", 1.5, /1 to 720 whole hours/],
    ["Fine", 721, /1 to 720 whole hours/],
    ["Fine", Number.NaN, /1 to 720 whole hours/],
  ])("is refused in one line where it is not one: %j for %s hours", async (message, hours, words) => {
    const before = await newest();
    await expect(show(message, hours)).rejects.toThrow(words);
    expect(await newest()).toEqual(before);
  });

  test("counts characters as the database does", async () => {
    const { message } = await show("\u{1F6E0}".repeat(200));
    expect((await newest())?.message).toBe(message);
  });

  test("is noticed by another process, as is its end", async () => {
    const old = await show("Old", 1);
    const news = createNews({ orm: database().orm, clock, log: silentLog });
    const state = createBannerState({
      repository: createBannerRepository(database().orm),
      news,
      clock,
      log: silentLog,
    });
    const heard: Banner[] = [];
    state.onChanged((banner) => heard.push(banner));
    const stopNews = news.start();
    const untilHeard = (count: number) =>
      vi.waitFor(() => {
        clock.advance(1000);
        expect(heard).toHaveLength(count);
      }, 10_000);
    await untilHeard(1);
    const { id } = await show("New");
    await untilHeard(2);
    expect(state.current()).toEqual({ id, message: "New" });
    await endBanner(database().orm, now());
    await untilHeard(3);
    stopNews();
    state.stop();
    expect(heard).toEqual([
      { id: old.id, message: "Old" },
      { id, message: "New" },
      { id, message: "" },
    ]);
    expect(state.current()).toBeUndefined();
  });
});

describe("what a process knows of it", () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  function start(newest: BannerRepository["newest"]) {
    const clock = createManualClock();
    const heard: Banner[] = [];
    const news = createFixedNews();
    const state = createBannerState({ repository: { newest }, news, clock, log: silentLog });
    state.onChanged((banner) => heard.push(banner));
    const show = ({ id, message, endsAt }: StoredBanner) =>
      news.tell(null, { type: "banner", id, message, endsAt: endsAt.toISOString() });
    return { clock, heard, state, show };
  }

  const stored = (id: number, hours: number): StoredBanner => {
    const shownAt = new Date(createManualClock().now());
    return { id, message: `Banner ${id}`, shownAt, endsAt: new Date(shownAt.getTime() + hours * HOUR_MS) };
  };

  it("is told once, and ends in time", async () => {
    const { clock, heard, state, show } = start(async () => stored(7, 40));
    await settle();
    show(stored(7, 40));
    expect(heard).toEqual([{ id: 7, message: "Banner 7" }]);
    expect(state.ended()).toBeUndefined();
    clock.advance(40 * HOUR_MS - 1);
    expect(state.current()).toBeDefined();
    clock.advance(1);
    expect(state.current()).toBeUndefined();
    expect(heard.at(-1)).toEqual({ id: 7, message: "" });
    expect(state.ended()).toEqual({ id: 7, message: "" });
  });

  it("is nothing of a banner that ended before, nor of one that a newer one has replaced", async () => {
    const { heard, state, show } = start(async () => stored(7, 0));
    await settle();
    expect(heard).toEqual([]);
    expect(state.current()).toBeUndefined();
    show(stored(8, 1));
    show(stored(7, 1));
    expect(heard).toEqual([{ id: 8, message: "Banner 8" }]);
  });

  it("is read again until the database answers, and news is heard meanwhile", async () => {
    let isDown = true;
    let asked = 0;
    const { clock, heard, state, show } = start(async () => {
      asked++;
      if (isDown) throw new Error("down");
      return stored(7, 1);
    });
    await settle();
    show(stored(8, 1));
    isDown = false;
    clock.advance(1000);
    await settle();
    expect([asked, state.current()?.id]).toEqual([2, 8]);
    clock.advance(HOUR_MS);
    expect(heard.map(({ id, message }) => [id, message])).toEqual([
      [8, "Banner 8"],
      [8, ""],
    ]);
    state.stop();
    show(stored(9, 9));
    clock.advance(5000);
    expect([asked, heard.length]).toEqual([2, 2]);
  });
});
