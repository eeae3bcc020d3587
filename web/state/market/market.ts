/** The market as every screen shares it: what is listed, the exchange clock, the connection. Fed by the feed worker's events (market-events.ts). */
import { atom } from "jotai";
import type { Client } from "#client/client.ts";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { LiveIndex } from "#contract/wire/socket-events.ts";
import type { ConnectionState } from "#contract/worker/feed-api.ts";
import type { Universe } from "./universe.ts";

/** The workers' face; undefined until somebody is logged in. */
export const clientAtom = atom<Client | undefined>(undefined);
clientAtom.debugLabel = "client";

/** What the market lists; undefined until `init` is loaded. */
export const universeAtom = atom<Universe | undefined>(undefined);
universeAtom.debugLabel = "universe";

export const connectionAtom = atom<{ readonly state: ConnectionState; readonly why?: string }>({ state: "connecting" });
connectionAtom.debugLabel = "connection";

/** Away for longer than a broken connection usually is: somebody needs to read about it. */
export const isFeedLostAtom = atom(false);
isFeedLostAtom.debugLabel = "isFeedLost";

/** The server's exchange clock and when it came, on this thread's monotonic timer. */
export const exchangeClockAtom = atom<{ readonly time: ExchangeTime; readonly arrived: number } | undefined>(undefined);
exchangeClockAtom.debugLabel = "exchangeClock";

/** Watches that are armed on the live market. */
export const armedWatchesAtom = atom(0);
armedWatchesAtom.debugLabel = "armedWatches";

/** Spot of the ticker indices, rupees. */
export const liveIndexAtom = atom<LiveIndex>({});
liveIndexAtom.debugLabel = "liveIndex";
