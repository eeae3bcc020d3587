import { futuresRoomName, isCurrency, roomName } from "#contract/domain/instruments.ts";
import { ownFutureExpiries, ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import { defineScreen, type RoomNeed } from "#contract/worker/screen.ts";
import { hasCoi, type Params, type Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "futures-chart",
  title: "Futures Chart",
  route: "/futures-chart",
  access: "subscriber",
  menu: { group: "Futures", label: "Futures Chart", order: 2 },
  rate: 2,
  defaults: { coi: false },
  home: "underlying",
  scope: ["symbol", "futureExpiry"],
  needs({ coi }, pane) {
    const { exchange, symbol, expiry } = pane;
    const futureExpiry = ownFutureExpiry(pane);
    if (futureExpiry === undefined) return [];
    const own: RoomNeed = { room: futuresRoomName(exchange, futureExpiry), fields: ["ltp", "vwap", "oi"] };
    const others = ownFutureExpiries(pane)
      .filter((one) => one !== futureExpiry)
      .map((one): RoomNeed => ({ room: futuresRoomName(exchange, one), fields: ["ltp", "oi"], optional: true }));
    const spot: RoomNeed = { room: roomName(symbol, expiry), fields: ["ltp"], optional: true };
    return [own, ...(coi && hasCoi(symbol) ? others : []), ...(isCurrency(symbol) ? [] : [spot])];
  },
});
