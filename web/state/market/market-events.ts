/** The feed worker's events, written into atoms. */
import type { createStore } from "jotai";
import type { FeedEvent } from "#contract/worker/feed-api.ts";
import { liveListAtom, liveUniverseAtom, replayAtom } from "../clock/day.ts";
import { type BannerNotice, bannerAtom } from "../notices.ts";
import { draftNewsAtom, orderNewsAtom, rejectionsAtom } from "../orders/news.ts";
import { isRecord } from "../saved/storage.ts";
import { endSubscriptionAtom } from "../session.ts";
import { connectionAtom, exchangeClockAtom, isFeedLostAtom, liveIndexAtom } from "./market.ts";
import { createSymbolRetry } from "./symbol-retry.ts";
import { readUniverse } from "./universe.ts";

type Store = ReturnType<typeof createStore>;

/** What only the shell can do. */
export interface SessionEvents {
  /** The session is over: storage is cleared and /login shown. @param isOrdered the server said so of its own accord. */
  loggedOut(isOrdered: boolean): void;
  /** The subscription is over: the sockets are closed. */
  unsubscribed(): void;
  /** Another device logged in. */
  multiLogout(): void;
  /** The account is another one: its plan, its days. */
  accountChanged(): void;
}

/** What of the market's list an event of slots replaces. */
const SLOTS = { time9am: "time9am", time330pm: "times" } as const;

/** A broken connection is usually mended before anybody needs to read about it: the notice waits this long. */
const OFFLINE_NOTICE_MS = 4000;

export function createFeedListener(store: Store, session: SessionEvents): (event: FeedEvent) => void {
  let offline: ReturnType<typeof setTimeout> | undefined;
  const loadEnded = createSymbolRetry(store);
  /** Events that arrive after the session or the subscription has ended are ignored. */
  let isOver = false;

  function connection(event: Extract<FeedEvent, { type: "connection" }>): void {
    store.set(connectionAtom, { state: event.state, why: event.why });
    if (event.state === "online") endOffline();
    else if (event.state === "offline")
      offline ??= setTimeout(() => store.set(isFeedLostAtom, true), OFFLINE_NOTICE_MS);
  }

  function endOffline(): void {
    clearTimeout(offline);
    offline = undefined;
    store.set(isFeedLostAtom, false);
  }

  function finish(): void {
    isOver = true;
    endOffline();
  }

  function logOut(isOrdered: boolean): void {
    finish();
    session.loggedOut(isOrdered);
  }

  function unsubscribe(): void {
    finish();
    store.set(endSubscriptionAtom);
    session.unsubscribed();
  }

  /** Without a message: the banner has ended. */
  const announce = (banner: BannerNotice): void => store.set(bannerAtom, banner.message === "" ? undefined : banner);

  return (event) => {
    if (event.type === "multiLogout") {
      // This event counts even after the end: a refused call may have ended the session first, and it does not say why.
      finish();
      session.multiLogout();
      return;
    }
    if (isOver) return;
    switch (event.type) {
      case "connection":
        connection(event);
        return;
      case "clock":
        store.set(exchangeClockAtom, { time: event.time, arrived: performance.now() });
        return;
      case "universe":
        store.set(liveUniverseAtom, readUniverse(event.init));
        return;
      case "replay":
        store.set(replayAtom, event.time);
        return;
      case "index":
        store.set(liveIndexAtom, event.index);
        return;
      case "slots": {
        const list = store.get(liveListAtom);
        if (list) store.set(liveUniverseAtom, { ...list, [SLOTS[event.which]]: event.times });
        return;
      }
      case "special":
        if (event.kind === "logout") logOut(true);
        else if (event.kind === "subscribe") unsubscribe();
        else if (event.kind === "banner" && isBanner(event.payload)) announce(event.payload);
        return;
      case "news": {
        const { event: news } = event;
        if (news === undefined || news.type === "account") session.accountChanged();
        if (news?.type === "rejected") store.set(rejectionsAtom, (before) => [...before, news]);
        if (news?.type !== "account")
          store.set(news?.type === "draft" ? draftNewsAtom : orderNewsAtom, (count) => count + 1);
        return;
      }
      case "load":
        loadEnded(event.room, event.isLoaded);
        return;
      case "unauthorized":
        logOut(false);
        return;
      case "unsubscribed":
        unsubscribe();
        return;
    }
  };
}

const isBanner = (value: unknown): value is BannerNotice =>
  isRecord(value) && typeof value["message"] === "string" && ["string", "number"].includes(typeof value["id"]);
