/** A room's ticks, prepared: the same seeded market as the decode bench, played forth and back without end. */
import { FIELD_COUNT, type RoomDay } from "#contract/domain/columns.ts";
import { type Recording, record } from "../decode/recording.ts";

const TICKS = 48;
const SHARE = 0.4;

let recording: Recording | undefined;

/** Made when the first tick is asked for: what it leaves behind would weigh more than idle connections. */
export function recordTicks(): Recording {
  recording ??= record(TICKS, SHARE);
  return recording;
}

/** Rows that differ between a state and the one before, by number of the later one. */
function changedRows({ states, market }: Recording): readonly Uint16Array[] {
  const rows = Array.from({ length: market.tokens.length }, (_, row) => row);
  return states.map((state, i) => {
    const before = states[Math.max(0, i - 1)]?.columns ?? [];
    return Uint16Array.from(rows.filter((row) => state.columns.some((column, f) => column[row] !== before[f]?.[row])));
  });
}

/** Writes the next tick into the live columns of rooms of the recording's contracts; gives the rows that changed. */
export function createPlayer(): (room: RoomDay) => Uint16Array {
  let changed: readonly Uint16Array[] | undefined;
  const played = new Map<string, number>();
  return (room) => {
    const { states } = recordTicks();
    changed ??= changedRows(recordTicks());
    const last = states.length - 1;
    const step = (played.get(room.room) ?? 0) + 1;
    played.set(room.room, step);
    const turn = step % (2 * last);
    const isForth = turn > 0 && turn <= last;
    const to = isForth ? turn : (2 * last - turn) % (2 * last);
    const rows = changed[isForth ? to : to + 1] as Uint16Array;
    const from = states[to]?.columns ?? [];
    for (let field = 0; field < FIELD_COUNT; field++) {
      const [source, target] = [from[field] as Float64Array, room.live.columns[field]];
      for (const row of rows) target[row] = source[row] as number;
    }
    return rows;
  };
}
