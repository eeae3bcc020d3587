/** Rooms by any way of writing their expiry: NIFTY-7/28/2026, NIFTY-7:28:2026, NIFTY-07/28/2026. */
import { parseRoom, type RoomName, roomName } from "#contract/domain/instruments.ts";

/** The canonical name of one of `rooms`; undefined where there is no such room. */
export function findRoom(rooms: ReadonlyMap<RoomName, unknown> | undefined, name: string): RoomName | undefined {
  if (rooms?.has(name)) return name;
  const parsed = parseRoom(name);
  const canonical = parsed && roomName(parsed.symbol, parsed.expiry);
  return canonical !== undefined && rooms?.has(canonical) ? canonical : undefined;
}
