/** The portfolio of a page, against a server that counts revisions and a broker that trades. */
import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createSealer } from "#contract/wire/sealed.ts";
import { PORTFOLIO_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { initList, user } from "../../../testing/market-data.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const listed = { symbolName: "NIFTY", expiry: "8:18:2026", date: "2026-08-17" };
const sell = makeOrder({ id: "1111111111", action: "sell" });
const close = makeOrder({ id: "2222222222", isPortfClose: true });
const traded = { ...close, isTraded: true };
const other = makeOrder({ id: "3333333333", action: "sell" });
type Order = typeof sell;
const legOf = (...orders: readonly Order[]) => makeLeg({ orders });

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

async function opened() {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }) });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const book = { ...(await import("./book.ts")), ...(await import("./positions.ts")) };
  const { liveUniverseAtom } = await import("../../../state/clock/day.ts");
  const { readUniverse } = await import("../../../state/market/universe.ts");
  const { BROWSER_SEALING } = await import("../../../state/saved/sealed-store.ts");
  const { tellStrategiesAtom } = await import("../../../state/saved/strategies.ts");
  const { toasts } = await import("../../../components/toasts/toasts.ts");
  const sealer = createSealer(BROWSER_SEALING, KEY);
  const store = createStore();
  store.set(liveUniverseAtom, readUniverse(initList));
  const kept = new Map([
    ["aaaaaaaa-1", { revision: 1, strategy: { ...listed, name: "Fly", strategy: [legOf(sell)] } }],
    ["bbbbbbbb-1", { revision: 1, strategy: { ...listed, name: "Condor", strategy: [legOf(sell)] } }],
  ]);
  const moved = new Map<string, string>();
  const server = { isReachable: true, loads: 0 };
  const tagged = (ids: Iterable<string>, body: object, status = 200) => {
    const tag = [...ids].map((id) => `${id.slice(0, 8)}:${kept.get(id)?.revision}`).join("+");
    return Response.json(body, { status, headers: { ETag: `"${tag}"` } });
  };
  vi.stubGlobal("fetch", async (url: string, init?: { body: string; headers: Record<string, string> }) => {
    if (!server.isReachable) throw new TypeError("no network");
    const path = url.split("/").at(-1);
    if (path === "key") return Response.json({ key: null });
    if (path === "loadall") {
      server.loads++;
      const portfolioOf = (id: string) => moved.get(id) ?? "My Portfolio";
      const strategies = [...kept].map(([id, { strategy }]) => ({ ...strategy, id, portfolio: portfolioOf(id) }));
      return Response.json({ strategies });
    }
    if (path === "portfolio") {
      const ids: readonly string[] = JSON.parse(init?.body ?? "").id;
      const all = ids.map((_id) => ({ ...kept.get(_id)?.strategy, _id }));
      return tagged(ids, { strategies: await sealer.seal(PORTFOLIO_PURPOSE, all) });
    }
    const sent = (await sealer.open(PORTFOLIO_PURPOSE, JSON.parse(init?.body ?? "").encrypted)) as {
      _id: string;
      strategy: ReturnType<typeof legOf>[];
    }[];
    const stale = sent.filter(({ _id }) => {
      const named = new RegExp(`${_id.slice(0, 8)}:(\\d+)`).exec(init?.headers["If-Match"] ?? "")?.[1];
      return Number(named) !== kept.get(_id)?.revision;
    });
    if (stale.length > 0)
      return tagged(
        stale.map(({ _id }) => _id),
        { message: "stale" },
        412,
      );
    for (const { _id, strategy } of sent) change(_id, ...strategy);
    const isSaved = sent.map(({ _id }) => kept.get(_id)?.strategy.name);
    return tagged(
      sent.map(({ _id }) => _id),
      { isSaved },
    );
  });
  function change(id: string, ...strategy: readonly ReturnType<typeof legOf>[]): void {
    const row = kept.get(id);
    if (row) kept.set(id, { revision: row.revision + 1, strategy: { ...row.strategy, strategy: [...strategy] } });
  }
  const heldOf = (name: string) => {
    const found = store.get(book.shownAtom).find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not there`);
    return found;
  };
  return {
    ...{ book, store, server, kept, moved, change, heldOf },
    told: () => toasts.list().map(({ message }) => message),
    news: () => store.set(tellStrategiesAtom),
    load: () => store.set(book.loadBookAtom),
    freshen: () => store.set(book.freshenBookAtom),
    edit: (name: string, ...orders: readonly Order[]) =>
      store.set(book.editAtom, { ids: [heldOf(name).id], edit: () => legOf(...orders) }),
    ordersOf: (id: string) => kept.get(id)?.strategy.strategy.flatMap(({ orders }) => orders),
    pending: () => store.get(book.pendingAtom).map(({ name }) => name),
    stale: () => store.get(book.staleAtom).map(({ name }) => name),
  };
}

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
    store.set(book.portfolioNameAtom, "Weekly");
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

describe("another day", () => {
  const at = async (date: string, expiries: readonly string[]) => {
    const { readUniverse } = await import("../../../state/market/universe.ts");
    return { ...readUniverse(initList), date: isoDate(date), expiries: { NSE: { NIFTY: expiries.map(isoDate) } } };
  };

  it("that is shown brings the strategies that lived on it; what is to be saved stays when its expiry has passed", async () => {
    const { book, store, server, load, freshen, edit, pending } = await opened();
    const { universeAtom } = await import("../../../state/market/market.ts");
    const { liveListAtom } = await import("../../../state/clock/day.ts");
    const past = store.get(universeAtom);
    const later = await at("2026-08-20", ["2026-08-25"]);
    store.set(liveListAtom, later);
    store.set(universeAtom, later);
    await load();
    expect(store.get(book.shownAtom)).toEqual([]);
    store.set(universeAtom, past);
    await freshen();
    expect(store.get(book.shownAtom).map(({ name }) => name)).toEqual(["Fly", "Condor"]);
    const { loads } = server;
    store.set(universeAtom, { ...past! });
    await freshen();
    expect(server.loads).toBe(loads);
    edit("Condor", sell, close);
    store.set(universeAtom, later);
    await freshen();
    expect([store.get(book.shownAtom), pending()]).toEqual([[], ["Condor"]]);
  });

  it("or another portfolio has no profits, and nothing to close, before prices of its own come", async () => {
    const { book, store, load } = await opened();
    const [{ portfolio }, { ROUTE_MOUNT }] = await Promise.all([
      import("../pane.ts"),
      import("../../../kit/pane/mount.ts"),
    ]);
    const { stateAtom, profitsAtom, isLiveAtom } = portfolio.of(ROUTE_MOUNT);
    const show = (mode: "live" | "history", ...prices: readonly number[]): void =>
      store.set(stateAtom, (state) => ({
        ...state,
        clock: { mode, date: isoDate("2026-08-17"), minute: minute(600), speed: 1 },
        snapshot: { revision: store.get(book.positionsAtom).revision, prices: Float64Array.from(prices) },
      }));
    const prices = () => store.get(profitsAtom)?.prices;
    await load();
    const [fly, condor] = store.get(book.shownAtom);
    const strategies = [fly!, { ...condor!, portfolio: "Weekly" }];
    store.set(book.bookAtom, (before) => ({ ...before, strategies }));
    show("live", 90);
    expect(prices()).toEqual(Float64Array.of(90));
    store.set(book.portfolioNameAtom, "Weekly");
    expect(prices()).toBeUndefined();
    show("live", 20);
    expect(prices()).toEqual(Float64Array.of(20));
    show("history", 30); // the board has turned to the live market since
    expect(store.get(isLiveAtom)).toBe(false);
    show("live", 20);
    expect(store.get(isLiveAtom)).toBe(true);
  });

  it("names the strategies whose settlement cannot be had, and sends no order of an expired leg", async () => {
    const { book, store, load, change } = await opened();
    const [{ portfolio }, { toSendAtom }, { ROUTE_MOUNT }, { historyDaysAtom, historyProblemAtom }] = await Promise.all(
      [
        import("../pane.ts"),
        import("../closing/to-send.ts"),
        import("../../../kit/pane/mount.ts"),
        import("../../../state/clock/history.ts"),
      ],
    );
    const terms = { unitsPerLot: 65, decimals: 2 } as const;
    const open = settled(makeLeg({ id: "open", expiry: "8:11:2026" }), [sell], terms);
    const closed = settled(makeLeg({ id: "closed", expiry: "8:11:2026", strike: 1 }), [sell, close], terms);
    const living = settled(makeLeg({ id: "living" }), [sell, close], terms);
    change("aaaaaaaa-1", open, closed, living);
    change("bbbbbbbb-1", closed);
    await load();
    const legs = store.get(toSendAtom).map((one) => one.legs.map(({ id }) => id));
    expect(legs).toEqual([["living"], []]);
    const { stateAtom, unsettledAtom } = portfolio.of(ROUTE_MOUNT);
    const show = (...prices: readonly number[]): void =>
      store.set(stateAtom, (state) => ({
        ...state,
        clock: { mode: "live", date: isoDate("2026-08-17"), minute: minute(600), speed: 1 },
        snapshot: { revision: store.get(book.positionsAtom).revision, prices: Float64Array.from(prices) },
      }));
    show(Number.NaN, Number.NaN, 90, Number.NaN);
    expect(store.get(unsettledAtom)).toBe(""); // the list of days is on its way
    store.set(historyProblemAtom, "the server is away");
    expect(store.get(unsettledAtom)).toBe("Fly");
    store.set(historyProblemAtom, "");
    store.set(historyDaysAtom, []);
    expect(store.get(unsettledAtom)).toBe("Fly");
    show(0, Number.NaN, Number.NaN, Number.NaN);
    expect(store.get(unsettledAtom)).toBe("");
  });
});
