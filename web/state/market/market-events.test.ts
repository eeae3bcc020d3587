import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { FeedEvent } from "#contract/worker/feed-api.ts";
import { initList } from "../../testing/market-data.ts";
import { isHistoryAtom, liveListAtom } from "../clock/day.ts";
import { bannerAtom } from "../notices.ts";
import { draftNewsAtom, orderNewsAtom, rejectionsAtom } from "../orders/news.ts";
import { activeExchangeAtom, activeSymbolAtom } from "../pane/letters.ts";
import { subscribedAtom } from "../session.ts";
import { feedNoticeAtom } from "./feed-notice.ts";
import { armedWatchesAtom, connectionAtom, exchangeClockAtom, liveIndexAtom, universeAtom } from "./market.ts";
import { createFeedListener } from "./market-events.ts";

function start() {
  const store = createStore();
  const session = { loggedOut: vi.fn(), unsubscribed: vi.fn(), multiLogout: vi.fn(), accountChanged: vi.fn() };
  return { store, session, listener: createFeedListener(store, session) };
}

const OFFLINE: FeedEvent = { type: "connection", state: "offline", why: "transport close" };
const ONLINE: FeedEvent = { type: "connection", state: "online" };
const UNIVERSE: FeedEvent = { type: "universe", init: initList };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("market events", () => {
  it("bring the universe, its slots, the index and the clock", () => {
    const { store, listener } = start();
    listener({ type: "slots", which: "time9am", times: ["09:01"] });
    expect(store.get(universeAtom)).toBeUndefined();
    listener(UNIVERSE);
    listener({ type: "slots", which: "time9am", times: ["09:01"] });
    listener({ type: "slots", which: "time330pm", times: ["09:15", "09:16", "09:17"] });
    expect(store.get(universeAtom)?.time9am).toEqual(["09:01"]);
    expect(store.get(universeAtom)?.times).toHaveLength(3);
    listener({ type: "index", index: { NIFTY: 24200 } });
    expect(store.get(liveIndexAtom)).toEqual({ NIFTY: 24200 });
    const time: ExchangeTime = { source: "sim", date: "2026-08-18", minute: 735, rate: 1, wall: 0 } as ExchangeTime;
    listener({ type: "clock", time });
    expect(store.get(exchangeClockAtom)?.time).toBe(time);
  });

  it("say that the account changed, also where news was missed for good; news of a later server changes nothing", () => {
    const { session, listener } = start();
    listener({ type: "news", event: { type: "account" } });
    listener({ type: "news", event: undefined });
    listener({ type: "news", event: { type: "of a later server" } as unknown as { type: "account" } });
    expect(session.accountChanged).toHaveBeenCalledTimes(2);
  });

  it("tell drafts apart from what changes orders", () => {
    const { store, listener } = start();
    listener({ type: "news", event: { type: "draft" } });
    expect([store.get(draftNewsAtom), store.get(orderNewsAtom)]).toEqual([1, 0]);
    listener({ type: "news", event: { type: "broker" } });
    expect([store.get(draftNewsAtom), store.get(orderNewsAtom)]).toEqual([1, 1]);
  });

  it("keep each order that was rejected after it was taken until somebody has said so", () => {
    const { store, listener } = start();
    const words = [
      { type: "rejected", message: "One was rejected" },
      { type: "rejected", message: "Reached", toast: { title: "Stop reached", type: "info" } },
    ] as const;
    for (const event of words) listener({ type: "news", event });
    expect(store.get(rejectionsAtom)).toEqual(words);
    // Books, and what stops say of themselves, are others now.
    expect(store.get(orderNewsAtom)).toBe(2);
  });

  it("try another symbol when the server fails at the one that is shown, three times, until a load succeeds", () => {
    const { store, listener } = start();
    listener(UNIVERSE);
    const shown = () => store.get(activeSymbolAtom);
    const fail = (symbol: string) => listener({ type: "load", room: `${symbol}-8/25/2026`, isLoaded: false });
    expect(shown()).toBe("BANKNIFTY");
    fail("NIFTY");
    expect(shown()).toBe("BANKNIFTY");
    const seen = Array.from({ length: 5 }, () => {
      fail(shown());
      return shown();
    });
    expect(seen).toEqual(["NIFTY", "BANKNIFTY", "NIFTY", "NIFTY", "NIFTY"]);
    listener({ type: "load", room: "Futures-8/25/2026", isLoaded: true }); // says nothing of the symbol
    fail("NIFTY");
    expect(shown()).toBe("NIFTY");
    listener({ type: "load", room: "NIFTY-8/25/2026", isLoaded: true });
    fail("NIFTY");
    expect(shown()).toBe("BANKNIFTY");
    store.set(activeExchangeAtom, "BSE");
    fail(shown());
    expect(shown()).toBe("SENSEX");
  });

  it("say that the connection is lost only when it stays lost", () => {
    const { store, listener } = start();
    listener(OFFLINE);
    vi.advanceTimersByTime(3000);
    listener(ONLINE);
    vi.advanceTimersByTime(10_000);
    expect(store.get(feedNoticeAtom)).toBe("");
    listener(OFFLINE);
    listener(OFFLINE);
    vi.advanceTimersByTime(4000);
    expect(store.get(feedNoticeAtom)).toMatch(/lost/);
    expect(store.get(connectionAtom)).toEqual({ state: "offline", why: "transport close" });
    listener(ONLINE);
    expect(store.get(feedNoticeAtom)).toBe("");
  });

  it("say of a past day what is lost there: armed alerts, where there are some", () => {
    const { store, listener } = start();
    store.set(isHistoryAtom, true);
    listener(OFFLINE);
    vi.advanceTimersByTime(4000);
    expect(store.get(feedNoticeAtom)).toBe("");
    listener(ONLINE);
    listener(OFFLINE);
    vi.advanceTimersByTime(4000);
    store.set(armedWatchesAtom, 1);
    expect(store.get(feedNoticeAtom)).toMatch(/Armed alerts are not watched/);
    listener(ONLINE);
    expect(store.get(feedNoticeAtom)).toBe("");
  });

  it("say of a board that goes live without a connection what is lost there", () => {
    const { store, listener } = start();
    store.set(isHistoryAtom, true);
    listener(OFFLINE);
    vi.advanceTimersByTime(4000);
    store.set(isHistoryAtom, false);
    expect(store.get(feedNoticeAtom)).toMatch(/Figures stand still/);
  });

  it("say the server's words where it refuses for a reason that this release does not know", () => {
    const { store, session, listener } = start();
    store.set(isHistoryAtom, true);
    listener(OFFLINE);
    vi.advanceTimersByTime(4000);
    listener({ type: "connection", state: "refused", why: "closed for today" });
    expect(store.get(feedNoticeAtom)).toBe(
      "Connection to the exchange feed is refused: closed for today. Reload the page.",
    );
    for (const told of Object.values(session)) expect(told).not.toHaveBeenCalled();
  });

  it("bring what the live market lists while the board looks at a past day, and leave that alone", () => {
    const { store, listener } = start();
    store.set(isHistoryAtom, true);
    listener(UNIVERSE);
    listener({ type: "slots", which: "time9am", times: ["09:01"] });
    expect(store.get(universeAtom)).toBeUndefined();
    expect(store.get(liveListAtom)?.time9am).toEqual(["09:01"]);
  });

  it("bring a banner that is one", () => {
    const { store, listener } = start();
    listener({ type: "special", kind: "banner", payload: { id: 3 } });
    expect(store.get(bannerAtom)).toBeUndefined();
    listener({ type: "special", kind: "banner", payload: { id: 3, message: "Hello" } });
    expect(store.get(bannerAtom)).toEqual({ id: 3, message: "Hello" });
    listener({ type: "special", kind: "banner", payload: { id: 3, message: "" } });
    expect(store.get(bannerAtom)).toBeUndefined();
  });

  it.each<[string, FeedEvent]>([
    ["special logout", { type: "special", kind: "logout" }],
    ["a 401", { type: "unauthorized" }],
  ])("end the session on %s, and nothing is applied after it", (_name, event) => {
    const { store, session, listener } = start();
    listener(OFFLINE);
    listener(event);
    listener(UNIVERSE);
    vi.advanceTimersByTime(10_000);
    expect(session.loggedOut).toHaveBeenCalledOnce();
    expect(store.get(universeAtom)).toBeUndefined();
    expect(store.get(feedNoticeAtom)).toBe("");
  });

  it.each<[string, FeedEvent]>([
    ["special subscribe", { type: "special", kind: "subscribe" }],
    ["a 402", { type: "unsubscribed" }],
  ])("end the subscription on %s, and nothing is applied after it", (_name, event) => {
    const { store, session, listener } = start();
    listener(event);
    listener(UNIVERSE);
    expect(session.unsubscribed).toHaveBeenCalledOnce();
    expect(store.get(subscribedAtom)).toBe(false);
    expect(store.get(universeAtom)).toBeUndefined();
  });

  it("say that another device logged in, even after the call that was refused for it", () => {
    const { session, listener } = start();
    listener({ type: "unauthorized" });
    listener({ type: "multiLogout" });
    expect(session.multiLogout).toHaveBeenCalledOnce();
  });
});
