/** What is loaded, changed and saved of a page's portfolio. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeLeg } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { close, legOf, opened, other, sell, traded } from "../../../testing/strategies/opened-portfolio.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

describe("loading", () => {
  it("that failed is asked for again, and says so until it succeeds", async () => {
    const { book, store, server, freshen } = await opened();
    server.isReachable = false;
    await freshen();
    expect(store.get(book.troubleAtom)).toBe("failed");
    server.isReachable = true;
    await freshen();
    expect(store.get(book.troubleAtom)).toBeUndefined();
    expect(store.get(book.shownAtom)).toHaveLength(2);
  });

  it("gives a leg of a passed expiry the day it was settled on, once the days are known", async () => {
    const { book, store, freshen, change } = await opened();
    const { historyDaysAtom } = await import("../../../state/clock/history.ts");
    const { exchangeClockAtom } = await import("../../../state/market/market.ts");
    const date = isoDate("2026-08-11");
    change("aaaaaaaa-1", makeLeg({ expiry: "8:11:2026", orders: [sell] }), legOf(sell));
    await freshen();
    expect(store.get(book.lacksDaysAtom)).toBe(true);
    const time = { source: "sim", date: isoDate("2026-08-18"), minute: 600, rate: 1, wall: 0 } as const;
    store.set(exchangeClockAtom, { time, arrived: 0 });
    const day = { symbols: { NSE: ["NIFTY"] }, cadence: 1, mayPractise: true };
    store.set(historyDaysAtom, [{ ...day, date: isoDate("2026-08-10"), source: "sim" }]); // as it was loaded on that day
    expect(store.get(book.lacksDaysAtom)).toBe(true);
    store.set(historyDaysAtom, [
      { ...day, date, source: "import" },
      { ...day, date, source: "sim" },
    ]);
    expect(store.get(book.lacksDaysAtom)).toBe(false);
    for (const positions of [book.positionsAtom, book.livePositionsAtom])
      expect(store.get(positions).strategies[0]?.legs.map(({ settledOn }) => settledOn)).toEqual([
        { source: "sim", date },
        undefined,
      ]);
  });

  it("names USDINR's weekly future by its day: another one has the month's name", async () => {
    const { book, store } = await opened();
    const { universeAtom } = await import("../../../state/market/market.ts");
    const universe = store.get(universeAtom);
    const expiries = { NSE: { USDINR: ["2026-08-07", "2026-08-27"].map(isoDate) } };
    const nameOf = (expiry: string) =>
      book.nameOfLeg("USDINR", { expiry, strike: 0, type: "FUT" }, universe && { ...universe, expiries });
    expect([nameOf("8:7:2026"), nameOf("8:27:2026")]).toEqual(["USDINR26AUG07FUT", "USDINR26AUGFUT"]);
  });

  it("comes again with the news of a save, and leaves what is the same as it is", async () => {
    const { book, store, server, freshen, news, change, heldOf } = await opened();
    await freshen();
    await freshen();
    expect(server.loads).toBe(1);
    const [fly, revision] = [heldOf("Fly"), store.get(book.bookAtom).revision];
    news();
    await freshen();
    expect([server.loads, store.get(book.bookAtom).revision]).toEqual([2, revision]);
    change("bbbbbbbb-1", legOf(sell, close));
    news();
    await freshen();
    expect(store.get(book.bookAtom).revision).toBe(revision + 1);
    expect(heldOf("Fly")).toBe(fly);
    expect(heldOf("Condor").legs[0]?.orders).toHaveLength(2);
  });
});

describe("what was changed here and elsewhere", () => {
  it("is found by the save, and the user can take what is kept; the others stay as they are", async () => {
    const { book, store, load, edit, change, stale, pending, heldOf, ordersOf } = await opened();
    await load();
    edit("Fly", sell, close);
    edit("Condor", sell, close);
    change("aaaaaaaa-1", legOf(sell, other));
    await expect(store.set(book.saveAllAtom)).rejects.toMatchObject({ status: 412 });
    expect([stale(), pending()]).toEqual([["Fly"], ["Fly", "Condor"]]);
    await store.set(book.takeKeptAtom);
    expect([stale(), pending()]).toEqual([[], ["Condor"]]);
    expect(heldOf("Fly").legs[0]?.orders).toEqual([sell, other]);
    await store.set(book.saveAllAtom);
    expect([pending(), ordersOf("bbbbbbbb-1")]).toEqual([[], [sell, close]]);
  });

  it("is found by a load, too", async () => {
    const { load, edit, change, stale, heldOf } = await opened();
    await load();
    edit("Fly", sell, close);
    change("aaaaaaaa-1", legOf(sell, other));
    await load();
    expect(stale()).toEqual(["Fly"]);
    expect(heldOf("Fly").legs[0]?.orders).toEqual([sell, close]);
  });

  it("is loaded as it is kept once nothing of it is to be saved here", async () => {
    const { load, edit, change, stale, heldOf } = await opened();
    await load();
    edit("Fly", sell, close);
    change("aaaaaaaa-1", legOf(sell, other));
    await load();
    expect(stale()).toEqual(["Fly"]);
    edit("Fly", sell);
    await vi.waitFor(() => expect(heldOf("Fly").legs[0]?.orders).toEqual([sell, other]));
    expect(stale()).toEqual([]);
  });

  it("is there in the portfolio that it was moved to", async () => {
    const { book, store, load, edit, change, moved, heldOf, stale } = await opened();
    await load();
    edit("Fly", sell, close);
    change("aaaaaaaa-1", legOf(sell));
    moved.set("aaaaaaaa-1", "Weekly");
    await load();
    expect(store.get(book.shownAtom).map(({ name }) => name)).toEqual(["Condor"]);
    expect(store.get(book.hasUnsavedAtom)).toBe(true);
    store.set(book.portfolioNameAtom, "Weekly");
    await load();
    expect([stale(), heldOf("Fly").legs[0]?.orders]).toEqual([["Fly"], [sell, close]]);
  });

  it("follows each move, whichever portfolio is chosen, and every move is told", async () => {
    const { book, store, load, edit, moved, pending, told } = await opened();
    await load();
    edit("Fly", sell, close);
    for (const name of ["Weekly", "Monthly", "Monthly"]) {
      moved.set("aaaaaaaa-1", name);
      await load();
    }
    expect(told().toSorted()).toEqual(["Moved to Monthly: Fly.", "Moved to Weekly: Fly."]);
    expect(pending()).toEqual([]);
    store.set(book.portfolioNameAtom, "Monthly");
    expect(pending()).toEqual(["Fly"]);
  });

  it("is not shown or watched alone in a portfolio whose other strategies are not loaded yet", async () => {
    const { book, store, load, edit, moved } = await opened();
    const shown = () => store.get(book.shownAtom).map(({ name }) => name);
    const watched = () => store.get(book.livePositionsAtom).strategies.map(({ name }) => name);
    moved.set("bbbbbbbb-1", "Weekly");
    await load();
    edit("Fly", sell, close);
    moved.set("aaaaaaaa-1", "Weekly");
    await load();
    store.set(book.portfolioNameAtom, "Weekly");
    expect([shown(), watched()]).toEqual([[], []]);
    await load();
    expect([shown(), watched()]).toEqual([
      ["Fly", "Condor"],
      ["Fly", "Condor"],
    ]);
  });

  it("nor in one that has become more since it was loaded", async () => {
    const { book, store, load, edit, kept, moved } = await opened();
    const shown = () => store.get(book.shownAtom).map(({ name }) => name);
    const choose = (name: string) => {
      store.set(book.portfolioNameAtom, name);
      return shown();
    };
    moved.set("bbbbbbbb-1", "Weekly");
    choose("Weekly");
    await load();
    choose("My Portfolio");
    await load();
    edit("Fly", sell, close);
    moved.set("aaaaaaaa-1", "Weekly");
    await load();
    expect(choose("Weekly")).toEqual(["Fly", "Condor"]); // all that the list has of it
    choose("My Portfolio");
    const { revision, strategy } = kept.get("bbbbbbbb-1")!;
    kept.set("cccccccc-1", { revision, strategy: { ...strategy, name: "Strangle" } });
    moved.set("cccccccc-1", "Weekly");
    await load();
    expect(choose("Weekly")).toEqual([]);
    await load();
    expect(shown()).toEqual(["Fly", "Condor", "Strangle"]);
  });

  it("follows a move that the load brings in which it was changed", async () => {
    const { book, store, load, edit, moved, heldOf, told } = await opened();
    await load();
    moved.set("aaaaaaaa-1", "Weekly");
    const answer = fetch;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
      if (url.endsWith("/portfolio")) edit("Fly", sell, close);
      return answer(url, init);
    });
    await load();
    expect(told()).toEqual(["Moved to Weekly: Fly."]);
    vi.stubGlobal("fetch", answer);
    store.set(book.portfolioNameAtom, "Weekly");
    await load();
    expect(heldOf("Fly").legs[0]?.orders).toEqual([sell, close]);
  });

  it("is told to be gone from a portfolio that is not chosen, too", async () => {
    const { book, store, load, edit, kept, moved, told } = await opened();
    moved.set("aaaaaaaa-1", "Weekly");
    store.set(book.portfolioNameAtom, "Weekly");
    await load();
    edit("Fly", sell, close);
    store.set(book.portfolioNameAtom, "My Portfolio");
    kept.delete("aaaaaaaa-1");
    await load();
    expect(store.get(book.hasUnsavedAtom)).toBe(false);
    expect(told()).toEqual(["Deleted meanwhile, with what was not saved here: Fly."]);
  });

  it("is told to be gone where it was deleted; what was not changed here goes without a word", async () => {
    const { load, edit, kept, pending, told } = await opened();
    await load();
    edit("Fly", sell, close);
    kept.clear();
    await load();
    expect(pending()).toEqual([]);
    expect(told()).toEqual(["Deleted meanwhile, with what was not saved here: Fly."]);
  });

  it("keeps what the broker has of it", async () => {
    const { book, store, load, edit, change, told, ordersOf } = await opened();
    await load();
    edit("Fly", sell, close);
    change("aaaaaaaa-1", legOf(sell, other));
    edit("Fly", sell, traded);
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    await store.set(book.takeKeptAtom);
    await vi.waitFor(() => expect(ordersOf("aaaaaaaa-1")).toEqual([sell, other, traded]));
  });
});

it("a strategy is saved as it was traded, without a press, and nothing else is", async () => {
  const { book, store, load, edit, pending, ordersOf } = await opened();
  await load();
  edit("Condor", sell, close);
  edit("Fly", sell, close);
  expect(pending()).toEqual(["Fly", "Condor"]);
  edit("Fly", sell, traded);
  await vi.waitFor(() => expect(pending()).toEqual(["Condor"]));
  expect(ordersOf("aaaaaaaa-1")).toEqual([sell, traded]);
  expect(store.get(book.hasUnsavedAtom)).toBe(true);
  // The broker says its price later, and may reject what it took.
  for (const answer of [{ ...traded, ltp: 41 }, close]) {
    edit("Fly", sell, answer);
    await vi.waitFor(() => expect(pending()).toEqual(["Condor"]));
    expect(ordersOf("aaaaaaaa-1")).toEqual([sell, answer]);
  }
});
