import type { RoomName } from "#contract/domain/instruments.ts";

export interface Params {
  /** One room of each index: its spot is a row of all its rooms. */
  readonly rooms: readonly RoomName[];
}

export interface Snapshot {
  /** Spot of each room's index at the clock's minute, rupees; NaN where the day has none. */
  readonly spots: readonly number[];
}
