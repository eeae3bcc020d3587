/** A screen of one price, and a subscription to it: what tests of the pool look at. */
import { ALL_FIELDS, LTP } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { SubscribeRequest } from "#contract/worker/quant-api.ts";
import { defineScreen, type PaneContext } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { openQuant, registryOf } from "./open-quant.ts";

export interface Params {
  readonly factor: number;
  readonly both?: boolean;
}
export interface Snapshot {
  readonly price: number;
  readonly runs: number;
}

export const NEAR = isoDate("2026-08-25");
export const FAR = isoDate("2026-09-29");
/** Of the nearest expiry, where none is named. */
export const paneOf = (symbol: string, expiry = NEAR): PaneContext => makePane({ symbol, expiry });
export const screen = defineScreen<Params, Snapshot>({
  id: "price",
  title: "Price",
  route: "/price",
  access: "user",
  rate: 4,
  home: "underlying",
  defaults: { factor: 1 },
  needs: ({ both }, { symbol, expiry }) => [
    { room: roomName(symbol, expiry) },
    ...(both ? [{ room: roomName(symbol, FAR) }] : []),
  ],
});
export const derivation = defineDerivation<Params, Snapshot, Kernel, { runs: number }>({
  screen,
  createScratch: () => ({ runs: 0 }),
  derive({ market, pane, params }, scratch) {
    const room = market.room(roomName(pane.symbol, pane.expiry));
    if (!room || (params.both && !market.room(roomName(pane.symbol, FAR)))) return undefined;
    scratch.runs++;
    return { price: room.day.live.columns[LTP][0] * params.factor, runs: scratch.runs };
  },
});

/** @returns the ports, and what a test says and reads most. */
export async function openPrice(request: Partial<SubscribeRequest> = {}) {
  const opened = await openQuant<Snapshot>(registryOf({ screen, derivation }), {
    screen: "price",
    pane: paneOf("NIFTY"),
    params: { factor: 1 },
    visible: true,
    ...request,
  });
  const tell = (price: number, expiry = NEAR, symbol = "NIFTY"): void => {
    const day = makeRoom({ symbol, expiry, strikes: [{ strike: 100, ce: { ltp: price } }] });
    opened.feed.say({ type: "room", room: day.room, day, fields: ALL_FIELDS });
  };
  const prices = () => opened.snapshots().map(({ snapshot }) => snapshot.price);
  return { ...opened, tell, prices };
}
