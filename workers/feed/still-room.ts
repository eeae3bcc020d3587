/** A room of a day that stands still: nothing of it is live. */
import type { FrozenDay } from "#contract/domain/clock.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { roomKey } from "#contract/domain/room-key.ts";
import type { MarketHttp } from "./market-http.ts";
import { type RoomReader, roomUpdate } from "./room-updates.ts";
import { createStill, type Still } from "./still.ts";

export interface StillRoomDeps {
  readonly http: Pick<MarketHttp, "roomDay">;
  /** An HTTP status that concerns the session, not the room: 401, 402. */
  readonly refused: (status: number) => void;
}

export function createStillRoom(name: RoomName, of: FrozenDay, { http, refused }: StillRoomDeps): Still<RoomReader> {
  const room = roomKey(name, of);
  return createStill({
    name: `room ${room}`,
    load: () => http.roomDay(name, of),
    told: (day, reader: RoomReader) => roomUpdate(room, day, reader),
    missing: (why) => ({ type: "missing", room, ...why }),
    refused,
  });
}
