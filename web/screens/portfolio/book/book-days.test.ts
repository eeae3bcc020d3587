/** What of a page's portfolio counts on the day that is shown, and before its prices come. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { initList } from "../../../testing/market-data.ts";
import { close, opened, sell } from "../../../testing/strategies/opened-portfolio.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

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
    store.set(book.bookAtom, (before) => ({ ...before, strategies, loaded: new Set([...before.loaded, "Weekly"]) }));
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
