/** The browser's vault of days. It is loaded when a user keeps a day, or the server has no answer. */
import { expose } from "comlink";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { HostPort } from "#contract/worker/port.ts";
import { browserStore } from "../day-cache.ts";
import { createVault, type LoadReply } from "./vault.ts";

const vault = createVault({
  store: browserStore("strikeboard-vault"),
  now: () => Date.now(),
  checkRoomDay: (bytes) => void decodeRoomDay(bytes),
  // Old browsers have no locks.
  alone: (write) => navigator.locks?.request("kept days", write) ?? write(),
});

/** Answers the main thread over a port of its own. Kept days are replayed without the server: the clock comes while it is there. */
export function exposeVault(port: HostPort, load: LoadReply): void {
  import("../replay-clock.ts").catch(() => undefined);
  expose(vault.api(load), port as MessagePort);
}

export const { instead, used, withKept } = vault;
