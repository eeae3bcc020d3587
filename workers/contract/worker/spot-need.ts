/** The spots of an exchange, as a need of screens of futures: basis and cost of carry of the whole market stand on them. */
import { type RoomName, roomName, type SpotSymbol } from "../domain/instruments.ts";
import type { PaneContext, RoomNeed } from "./screen.ts";

/** Undefined where the exchange lists no future; of nothing but currencies there is no such room. */
export const spotRoomOf = ({ exchange, spotExpiry }: PaneContext): RoomName | undefined =>
  spotExpiry && roomName(`Spot-${exchange}` satisfies SpotSymbol, spotExpiry);

/** A day that was recorded without spots has no such room: basis and carry are '-' then, and the rest of the screen stands. */
export function spotNeeds(pane: PaneContext): readonly RoomNeed[] {
  const room = spotRoomOf(pane);
  return room === undefined ? [] : [{ room, fields: ["ltp"], optional: true }];
}
