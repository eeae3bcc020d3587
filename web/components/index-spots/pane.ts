import { definePane } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Spots of the ticker's indices while a day is replayed: the live index would tell the future of the replayed minute. */
export const pane = definePane<Params, Snapshot>({
  id: "index-spots",
  rate: 2,
  home: "market",
  defaults: { rooms: [] },
  needs: ({ rooms }) => rooms.map((room) => ({ room, optional: true })),
});
