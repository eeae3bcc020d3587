import { roomName } from "#contract/domain/instruments.ts";
import { definePane } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** A minute of the line comes once a minute: live, a look every two seconds is enough. */
export const pane = definePane<Params, Snapshot>({
  id: "day-strip",
  rate: 0.5,
  defaults: {},
  showsWholeDay: true,
  home: "underlying",
  needs: (_params, context) => [{ room: roomName(context.symbol, context.expiry) }],
});
