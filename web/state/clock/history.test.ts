import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Client } from "#client/client.ts";
import type { ReplayTime } from "#contract/domain/clock.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { HistoryDay, InitList } from "#contract/wire/http/market.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";
import { readUniverse } from "../market/universe.ts";

const AUG_17 = { source: "sim", date: isoDate("2026-08-17") } as const;
const AUG_18 = { source: "import", date: isoDate("2026-08-18") } as const;
const day = (date: string, source: HistoryDay["source"]): HistoryDay => ({
  date,
  source,
  symbols: { NSE: ["NIFTY"] },
  cadence: 1,
  mayPractise: true,
});
const DAYS = [
  day("2026-08-14", "sim"),
  day("2026-08-17", "import"),
  day("2026-08-17", "sim"),
  day("2026-08-18", "import"),
];
const pastInit = initList.map((entry) => ({ ...entry, date: "2026-08-17" })) as unknown as InitList;

async function start() {
  stubBrowserGlobals();
  const [history, { letters }, { clientAtom, universeAtom, exchangeClockAtom }, days, replay] = await Promise.all([
    import("./history.ts"),
    import("../pane/letters.ts"),
    import("../market/market.ts"),
    import("./day.ts"),
    import("./replay.ts"),
  ]);
  const store = createStore();
  const client = {
    setLive: vi.fn(),
    replay: vi.fn(),
    history: vi.fn(() => Promise.resolve(DAYS)),
    universeOf: vi.fn(() => Promise.resolve(pastInit)),
    vault: vi.fn((): Promise<unknown> => Promise.reject(new Error("no vault"))),
  };
  store.set(clientAtom, client as unknown as Client);
  store.set(universeAtom, readUniverse(initList));
  const time = { source: "sim", date: isoDate("2026-08-19"), minute: 700, rate: 1, wall: 0 } as const;
  store.set(exchangeClockAtom, { time, arrived: 0 });
  const premium = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ isPremium: true }))));
  vi.stubGlobal("fetch", premium);
  return { store, client, premium, universeAtom, ...letters.A, ...history, ...days, ...replay };
}

const replaying = (at: number, over: Partial<ReplayTime> = {}): ReplayTime => ({
  minute: minute(at),
  speed: 1,
  isPlaying: false,
  from: minute(555),
  to: minute(930),
  ...over,
});

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

describe("history", () => {
  it("turned on, closes what is live, loads the list, and the figures stand", async () => {
    const { store, client, ...state } = await start();
    await store.set(state.setHistoryAtom, true);
    expect(client.setLive.mock.calls).toEqual([[false]]);
    expect(store.get(state.historyDaysAtom)).toEqual(DAYS);
    expect(store.get(state.contextAtom)?.day).toBe("today");
    expect(store.get(state.boardDateAtom)).toBe("2026-08-19");
  });

  it("turned off, shows the day until the market says what it lists", async () => {
    const { store, client, ...state } = await start();
    await store.set(state.setHistoryAtom, true);
    await store.set(state.goToDayAtom, AUG_17);
    await store.set(state.setHistoryAtom, false);
    expect(client.setLive).toHaveBeenLastCalledWith(true);
    expect(store.get(state.contextAtom)?.day).toEqual(AUG_17);
    const live = readUniverse(initList);
    store.set(state.liveUniverseAtom, live);
    expect(store.get(state.universeAtom)).toBe(live);
    expect(store.get(state.contextAtom)?.day).toBeUndefined();
  });

  it("a list that cannot be had says why, and leaves the one there was", async () => {
    const { store, client, ...state } = await start();
    await store.set(state.setHistoryAtom, true);
    client.history.mockRejectedValueOnce(new Error("The server is gone"));
    await store.set(state.loadHistoryAtom);
    expect(store.get(state.historyProblemAtom)).toBe("The server is gone");
    expect(store.get(state.historyDaysAtom)).toEqual(DAYS);
  });

  it("what the live market lists does not disturb a past day", async () => {
    const { store, ...state } = await start();
    await store.set(state.setHistoryAtom, true);
    await store.set(state.goToDayAtom, AUG_17);
    const live = readUniverse(initList);
    store.set(state.liveUniverseAtom, live);
    expect(store.get(state.universeAtom)?.date).toBe("2026-08-17");
    expect(store.get(state.liveListAtom)).toBe(live);
  });
});

describe("the live list that history begins with", () => {
  const live = readUniverse(initList);

  it("takes the place of a past day's where the live list has not come back yet", async () => {
    const { store, ...state } = await start();
    store.set(state.liveUniverseAtom, live);
    await store.set(state.setHistoryAtom, true);
    await store.set(state.goToDayAtom, AUG_17);
    await store.set(state.setHistoryAtom, false);
    await store.set(state.setHistoryAtom, true);
    expect(store.get(state.contextAtom)?.day).toBe("today");
    expect(store.get(state.universeAtom)).toBe(live);
  });

  it("is taken when it comes, as long as no day is chosen", async () => {
    const { store, ...state } = await start();
    await store.set(state.setHistoryAtom, true);
    store.set(state.liveUniverseAtom, live);
    expect(store.get(state.universeAtom)).toBe(live);
    expect(store.get(state.contextAtom)?.day).toBe("today");
  });
});

describe("going to a day", () => {
  it("asks for premium first, then for what the day lists; panes turn to both at once", async () => {
    const { store, client, premium, ...state } = await start();
    await store.set(state.setHistoryAtom, true);
    const seen: unknown[] = [];
    store.sub(state.contextAtom, () => {
      seen.push([store.get(state.contextAtom)?.day, store.get(state.universeAtom)?.date]);
    });
    client.universeOf.mockImplementationOnce(() => {
      expect(premium).toHaveBeenCalledWith("/api/v1/users/isPremium");
      return Promise.resolve(pastInit);
    });
    expect(await store.set(state.goToDayAtom, AUG_17)).toEqual({ kind: "shown" });
    expect(seen).toEqual([[AUG_17, "2026-08-17"]]);
    expect(store.get(state.boardDateAtom)).toBe("2026-08-17");
    expect(store.get(state.awaitedDayAtom)).toBeUndefined();
  });

  it("a day with nothing on the board's exchange is shown on another", async () => {
    const { store, client, ...state } = await start();
    store.set(state.chooseExchangeAtom, "BSE");
    const onlyNse = pastInit.map((entry) =>
      entry.name === "SymbolsAndExpiry" ? { ...entry, data: { NSE: { NIFTY: ["8:18:2026"] } } } : entry,
    );
    client.universeOf.mockResolvedValueOnce(onlyNse as unknown as InitList);
    await store.set(state.goToDayAtom, AUG_17);
    expect(store.get(state.contextAtom)).toMatchObject({ exchange: "NSE", symbol: "NIFTY", day: AUG_17 });
    await store.set(state.setHistoryAtom, false);
    store.set(state.liveUniverseAtom, readUniverse(initList));
    expect(store.get(state.contextAtom)).toMatchObject({ exchange: "BSE", symbol: "SENSEX" });
  });

  it("without a network, shows a day that is kept, and no other", async () => {
    const { store, client, premium, ...state } = await start();
    premium.mockRejectedValue(new TypeError("Failed to fetch"));
    client.vault.mockResolvedValue({ days: () => Promise.resolve([{ day: day(AUG_17.date, AUG_17.source) }]) });
    expect(await store.set(state.goToDayAtom, AUG_17)).toEqual({ kind: "shown" });
    expect(await store.set(state.goToDayAtom, AUG_18)).toEqual({
      kind: "failed",
      message: "The server does not answer.",
    });
  });

  it.each([500, 502, 503, 504])(
    "shows a day that is kept, and no other, where %i comes for the server",
    async (status) => {
      const { store, client, premium, ...state } = await start();
      premium.mockImplementation(() => Promise.resolve(new Response("Bad Gateway", { status })));
      client.vault.mockResolvedValue({ days: () => Promise.resolve([{ day: day(AUG_17.date, AUG_17.source) }]) });
      expect(await store.set(state.goToDayAtom, AUG_17)).toEqual({ kind: "shown" });
      const message = `The subscription could not be checked (${status}).`;
      expect(await store.set(state.goToDayAtom, AUG_18)).toEqual({ kind: "failed", message });
    },
  );

  it("a kept day is shown to nobody whom the server refuses", async () => {
    const { store, client, premium, ...state } = await start();
    client.vault.mockResolvedValue({ days: () => Promise.resolve([{ day: day(AUG_17.date, AUG_17.source) }]) });
    premium.mockResolvedValueOnce(new Response(JSON.stringify({ isPremium: false })));
    expect(await store.set(state.goToDayAtom, AUG_17)).toEqual({ kind: "no premium" });
    premium.mockResolvedValueOnce(new Response("", { status: 401 }));
    expect(await store.set(state.goToDayAtom, AUG_17)).toMatchObject({ kind: "failed" });
  });

  it("without premium asks for nothing more", async () => {
    const { store, client, premium, ...state } = await start();
    premium.mockResolvedValueOnce(new Response(JSON.stringify({ isPremium: false })));
    expect(await store.set(state.goToDayAtom, AUG_17)).toEqual({ kind: "no premium" });
    expect(client.universeOf).not.toHaveBeenCalled();
    expect(store.get(state.contextAtom)?.day).toBeUndefined();
  });

  it("a day that cannot be had is said in the server's words", async () => {
    const { store, client, ...state } = await start();
    client.universeOf.mockRejectedValueOnce(new Error("No data for 17 Aug 2026"));
    expect(await store.set(state.goToDayAtom, AUG_17)).toEqual({ kind: "failed", message: "No data for 17 Aug 2026" });
  });

  it("the day asked for last is shown, in whatever order they come", async () => {
    const { store, client, ...state } = await start();
    await store.set(state.setHistoryAtom, true);
    let release: (init: InitList) => void = () => undefined;
    client.universeOf.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    const first = store.set(state.goToDayAtom, AUG_17);
    await vi.waitFor(() => expect(client.universeOf).toHaveBeenCalled());
    expect(await store.set(state.goToDayAtom, AUG_18)).toEqual({ kind: "shown" });
    release(pastInit);
    expect(await first).toEqual({ kind: "overtaken" });
    expect(store.get(state.shownDayAtom)).toEqual(AUG_18);
  });
});

describe("neighbours in the list", () => {
  it("keep the source where they can, and end at both ends", async () => {
    const { neighbourDay } = await start();
    const next = (date: string, source: HistoryDay["source"] | undefined, step: -1 | 1) =>
      neighbourDay(DAYS, isoDate(date), source, step);
    expect(next("2026-08-14", "sim", 1)).toEqual({ date: "2026-08-17", source: "sim" });
    expect(next("2026-08-14", undefined, 1)).toEqual({ date: "2026-08-17", source: "import" });
    expect(next("2026-08-17", "sim", 1)).toEqual({ date: "2026-08-18", source: "import" });
    expect(next("2026-08-14", "sim", -1)).toBeUndefined();
    expect(next("2026-08-18", "import", 1)).toBeUndefined();
    expect(next("2026-08-16", undefined, -1)).toEqual({ date: "2026-08-14", source: "sim" });
  });
});

describe("replay", () => {
  it("enters at the first recorded minute, over all that is recorded, and leaves the live rooms", async () => {
    const { store, client, ...state } = await start();
    store.set(state.enterReplayAtom);
    expect(client.replay).not.toHaveBeenCalled(); // the session is not known yet
    store.set(state.daySpanAtom, { open: 555, close: 930, first: 643, last: 900 });
    store.set(state.speedAtom, 0.5);
    store.set(state.toggleReplayAtom);
    const time = { minute: 643, speed: 0.5, isPlaying: false, from: 643, to: 900 };
    expect(client.replay).toHaveBeenLastCalledWith({ type: "enter", time });
    store.set(state.replayAtom, replaying(643));
    expect(store.get(state.contextAtom)?.day).toBe("today");
    store.set(state.toggleReplayAtom);
    expect(client.replay).toHaveBeenLastCalledWith({ type: "exit" });
  });

  it("has the speed that another window gave it; the next one begins with this window's own", async () => {
    const { store, client, ...state } = await start();
    store.set(state.speedAtom, 2);
    store.set(state.replayAtom, replaying(600, { speed: 5 }));
    expect(store.get(state.speedAtom)).toBe(5);
    store.set(state.exitReplayAtom);
    expect(store.get(state.speedAtom)).toBe(2);
  });

  it("jumps by the chosen minutes", async () => {
    const { store, client, ...state } = await start();
    store.set(state.replayAtom, replaying(600));
    store.set(state.jumpAtom, 15);
    await store.set(state.jumpByAtom, -1);
    expect(client.replay).toHaveBeenLastCalledWith({ type: "seek", minute: 585 });
  });

  it("jumps by day: history begins on the day before, and the replay goes on", async () => {
    const { store, client, ...state } = await start();
    store.set(state.replayAtom, replaying(600));
    store.set(state.jumpAtom, "Day");
    expect(await store.set(state.jumpByAtom, -1)).toEqual({ kind: "shown" });
    expect(client.setLive.mock.calls).toEqual([[false]]);
    expect(store.get(state.isHistoryAtom)).toBe(true);
    expect(store.get(state.contextAtom)?.day).toEqual(AUG_18);
    expect(await store.set(state.jumpByAtom, 1)).toBeUndefined();
    expect(client.replay).not.toHaveBeenCalled();
  });

  it("a day that it jumped to does not come once the user has left it", async () => {
    const { store, client, ...state } = await start();
    store.set(state.replayAtom, replaying(600));
    let come: (init: InitList) => void = () => undefined;
    client.universeOf.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    );
    const jump = store.set(state.jumpDayAtom, -1);
    await vi.waitFor(() => expect(client.universeOf).toHaveBeenCalled());
    store.set(state.exitReplayAtom);
    expect(store.get(state.awaitedDayAtom)).toBeUndefined();
    come(pastInit);
    expect(await jump).toEqual({ kind: "overtaken" });
    expect(store.get(state.isHistoryAtom)).toBe(false);
    expect(store.get(state.contextAtom)?.day).toBeUndefined();
  });

  it.each(["history", "a replay"])("a jump that waits for the list of days ends with %s", async (mode) => {
    const { store, client, ...state } = await start();
    let come: (days: HistoryDay[]) => void = () => undefined;
    const isHistory = mode === "history";
    if (isHistory) await store.set(state.setHistoryAtom, true);
    else store.set(state.replayAtom, replaying(600));
    store.set(state.historyDaysAtom, undefined);
    client.history.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    );
    const jump = store.set(state.jumpDayAtom, -1);
    if (isHistory) await store.set(state.setHistoryAtom, false);
    else store.set(state.exitReplayAtom);
    come(DAYS);
    expect(await jump).toEqual({ kind: "overtaken" });
    expect(client.universeOf).not.toHaveBeenCalled();
    expect(store.get(state.isHistoryAtom)).toBe(false);
  });

  it("plays and pauses; a seek outside it enters where it was dropped", async () => {
    const { store, client, ...state } = await start();
    store.set(state.daySpanAtom, { open: 555, close: 930, first: 555, last: 930 });
    store.set(state.seekAtom, minute(700));
    expect(client.replay).toHaveBeenLastCalledWith(
      expect.objectContaining({ type: "enter", time: expect.objectContaining({ minute: 700, isPlaying: false }) }),
    );
    store.set(state.replayAtom, replaying(700, { isPlaying: true }));
    store.set(state.togglePlayAtom);
    expect(client.replay).toHaveBeenLastCalledWith({ type: "pause" });
  });

  it("ends with history", async () => {
    const { store, client, ...state } = await start();
    store.set(state.replayAtom, replaying(600));
    await store.set(state.setHistoryAtom, true);
    expect(client.replay).toHaveBeenLastCalledWith({ type: "exit" });
  });
});
