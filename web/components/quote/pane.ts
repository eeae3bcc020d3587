import { futuresRoomName, roomName } from "#contract/domain/instruments.ts";
import { definePane } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** What the market says of one contract, for the ticket: it follows the ticks. */
export const pane = definePane<Params, Snapshot>({
  id: "quote",
  rate: 4,
  defaults: { strike: 0, type: "FUT" },
  home: "underlying",
  needs: ({ type }, { exchange, symbol, expiry }) =>
    type === "FUT"
      ? [{ room: futuresRoomName(exchange, expiry) }, { room: roomName(symbol, expiry), optional: true }]
      : [{ room: roomName(symbol, expiry) }],
});
