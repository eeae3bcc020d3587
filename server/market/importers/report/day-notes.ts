/** What the import noticed of a day, a line each: what was converted, held, left out, taken from elsewhere, or is doubtful. */
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import type { BrokenSnapshot } from "../rooms/broken-snapshots.ts";
import type { DayBuilder } from "../rooms/day-builder.ts";
import type { StaleAnswer } from "../rooms/stale-futures.ts";
import { count, plural } from "./words.ts";

const at = (value: number): string => minuteLabel(minute(value));
const times = (minutes: Iterable<number>): string =>
  [...new Set(minutes)]
    .sort((a, b) => a - b)
    .map(at)
    .join(", ");

/** After the day's rooms were finished. */
export function dayNotes(day: DayBuilder): string[] {
  const { rooms, repairs, previous } = day;
  const minutesOf = (field: "replaced" | "preOpen" | "afterClose"): string =>
    times(rooms.flatMap((room) => [...room[field]]));
  const fractions = rooms.reduce((sum, room) => sum + room.fractional, 0);
  const [risen] = repairs.risen;
  const notes: readonly (string | false | undefined)[] = [
    told("more than one snapshot, the last counts", minutesOf("replaced")),
    ...conversions(day),
    fractions > 0 && `${plural(fractions, "figure")} in fractions of a contract (an older lot), whole in units`,
    repairs.reversals > 0 &&
      `volume went backwards ${plural(repairs.reversals, "time")}, held at its last value, first at ${repairs.firstReversal}: ${times(repairs.reversalMinutes)}`,
    ...day.doubts.map(
      ({ room, what, at: where, count: seen }) =>
        `doubtful: ${room}: ${what}: ${seen > 1 ? `${count(seen)} times, first ` : ""}${where}`,
    ),
    risen &&
      `the source gives the change of OI as 0 while OI rose in ${plural(repairs.risen.length, "contract")}, first ${risen.contract} at ${risen.at}`,
    told(
      "partial, as rows are missing",
      day.lost.map((lost) => `${at(lost.at)} ${lost.room} (${plural(lost.contracts, "contract")})`).join(", "),
    ),
    ...day.broken.map(brokenText),
    ...day.stale.map(({ at: when, room, why }) => `future left out, of ${WHY_STALE[why]}: ${at(when)} ${room}`),
    previous && `previous close or OI of ${plural(previous.rows, "contract")} from ${previous.date}`,
    told("before the open, so only as the previous day's OI", minutesOf("preOpen")),
    told("after the close, so the day's closing price and OI, at its last minute", minutesOf("afterClose")),
    repairs.blanks > 0 && `${plural(repairs.blanks, "empty answer")} amid full ones (all zeros), taken as absent`,
  ];
  return notes.filter((note) => typeof note === "string");
}

const told = (what: string, where: string): string | false => where !== "" && `${what}: ${where}`;

/** By symbol, the lots by which contracts were multiplied. */
function conversions({ rooms }: DayBuilder): string[] {
  const converted = rooms.filter(({ format }) => format.quantities === "contracts");
  const symbols = new Set(converted.map(({ day }) => day.symbol));
  return Array.from(symbols, (symbol) => {
    const lots = new Set(converted.filter(({ day }) => day.symbol === symbol).map(({ lot }) => lot));
    return `converted: ${symbol} OI and volume from contracts to units, x ${[...lots].sort((a, b) => a - b).join(", x ")}`;
  });
}

const WHY_STALE: Readonly<Record<StaleAnswer["why"], string>> = {
  "day before": "the day before (its volume is above the next one's), so only as the previous OI",
  "another contract": "another contract (its volume and OI fall for one snapshot)",
};

const brokenText = ({ at: when, room, contracts, empty, expected }: BrokenSnapshot): string =>
  empty === expected
    ? `snapshot left out, all zeros: ${at(when)} ${room} (${plural(contracts, "contract")})`
    : `snapshot left out, a part of the chain only: ${at(when)} ${room} (${count(empty)} of ${count(expected)} contracts are empty)`;
