/**
 * A simulated room as the recorder of a real one would have seen it: the same minutes, the same fields, and only
 * contracts that have traded where the source lists no others. So that a difference is one of the markets.
 */
import { type ColumnSet, FIELD_COUNT, hasField, MISSING_MINUTE, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { EQ, FUT } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";

export function asSeen(simulated: RoomDay, recorded: RoomDay): RoomDay {
  const { minutes } = simulated;
  const seen = recorded.minutes;
  const state = minutes.state.slice();
  for (let slot = 0; slot < minutes.slots; slot++) {
    const at = slot + simulated.open - recorded.open;
    if (at < 0 || at >= seen.slots || seen.state[at] === MISSING_MINUTE) state[slot] = MISSING_MINUTE;
  }
  const fields = minutes.fields & seen.fields;
  const columns: ColumnSet = minutes.columns.map((column, field) =>
    hasField(fields, field) ? column.slice() : column.slice(0, 0),
  );
  if (!listsUntraded(recorded)) hideUntraded(simulated, columns);
  return { ...simulated, cadence: recorded.cadence, minutes: { ...minutes, state, fields, columns } };
}

function listsUntraded({ minutes, tokens }: RoomDay): boolean {
  for (let slot = 0; slot < minutes.slots; slot++) {
    if (minutes.state[slot] === MISSING_MINUTE) continue;
    for (let row = 0; row < tokens.length; row++) {
      if (minutes.columns[VOL][slot * minutes.stride + row] === 0) return true;
    }
  }
  return false;
}

function hideUntraded({ minutes, tokens }: RoomDay, columns: ColumnSet): void {
  for (let row = 0; row < tokens.length; row++) {
    if (tokens.type[row] === EQ || tokens.type[row] === FUT) continue;
    for (let slot = 0; slot < minutes.slots; slot++) {
      const at = slot * minutes.stride + row;
      if (minutes.columns[VOL][at] !== 0) continue;
      for (let field = 0; field < FIELD_COUNT; field++) {
        if (columns[field].length > 0) columns[field][at] = ABSENT;
      }
    }
  }
}
