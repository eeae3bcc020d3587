/** Thread entry of the feed worker: exposes the feed API, nothing else. */
import { expose } from "comlink";
import * as parser from "#contract/wire/live-parser.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { connectWith } from "./connection.ts";
import { browserStore, createDayCache } from "./day-cache.ts";
import { createFeed } from "./feed.ts";

/** Contracts that may be listed during the day without the tables growing. */
const SPARE_ROWS = 16;

expose(
  createFeed({
    connect: connectWith(parser),
    fetch: (url, init) => fetch(url, init),
    decodeRoomDay: (bytes) => decodeRoomDay(bytes, SPARE_ROWS).day,
    cache: createDayCache(browserStore("strikeboard-days")),
    vault: () => import("./vault/open-vault.ts"),
    now: () => performance.now(),
    wallNow: () => Date.now(),
  }),
);
