/** The minutes that clients have beside those of the archive: which are wrong, and in what, and which are not there. */
import { type ColumnSet, FIELDS, isPriceField, LTP, type RoomDay } from "#contract/domain/columns.ts";
import { EQ, INSTRUMENT_TYPES } from "#contract/domain/instruments.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { type ClientMinutes, differenceOf, figuresAt, type MinuteFigures, sumsOf } from "./room-minutes.ts";

export interface Client {
  readonly number: number;
  /** Number of the edge that it is connected to. */
  readonly edge: number;
  readonly room: string;
  readonly minutes: ClientMinutes;
}

/** Minutes of clients: one that ten clients have wrong counts as ten. */
export class Findings {
  count = 0;
  /** One a line; clients that have the same are named together. */
  readonly found: string[] = [];
  readonly #byDay = new Map<string, number>();
  readonly #byRoom = new Map<string, number>();

  add({ date, room }: RoomDay, words: string, count: number): void {
    this.count += count;
    this.found.push(`${date} ${room} ${words}`);
    this.#byDay.set(date, (this.#byDay.get(date) ?? 0) + count);
    this.#byRoom.set(room, (this.#byRoom.get(room) ?? 0) + count);
  }

  /** How many on which day, and of which room. */
  get spread(): readonly string[] {
    if (this.count === 0) return [];
    const words = (counts: ReadonlyMap<string, number>): string =>
      [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
    return [`by day: ${words(this.#byDay)}`, `by room: ${words(this.#byRoom)}`];
  }
}

export class MinuteVerdict {
  /** Minutes of clients. */
  compared = 0;
  readonly wrong = new Findings();
  readonly missing = new Findings();
  readonly #figures: MinuteFigures;

  /** @param figures what clients have had */
  constructor(figures: MinuteFigures) {
    this.#figures = figures;
  }

  /** @param day as the archive has it; the clients are of its room */
  compare(day: RoomDay, clients: readonly Client[]): void {
    const right = sumsOf(day);
    const wrong = new Map<string, { readonly slot: number; readonly sum: number; readonly of: Client[] }>();
    const missing = new Map<string, { readonly count: number; readonly of: Client[] }>();
    for (const client of clients) {
      const mine = client.minutes.days.get(day.date) ?? [];
      const difference = differenceOf(right, mine);
      this.compared += difference.compared;
      for (const slot of difference.wrong) {
        const sum = mine[slot] as number;
        const same = wrong.get(`${slot} ${sum}`) ?? { slot, sum, of: [] };
        wrong.set(`${slot} ${sum}`, same);
        same.of.push(client);
      }
      if (difference.missing.length === 0) continue;
      const words = rangesOf(day, difference.missing);
      const same = missing.get(words) ?? { count: difference.missing.length, of: [] };
      missing.set(words, same);
      same.of.push(client);
    }
    for (const { slot, sum, of } of [...wrong.values()].sort((a, b) => a.slot - b.slot)) {
      const words = fieldsThatDiffer(this.#figures.of(day, slot, sum) ?? [], day, slot);
      this.wrong.add(day, `${labelOf(day, slot)}: ${words}; ${namesOf(of)}`, of.length);
    }
    for (const [words, { count, of }] of missing)
      this.missing.add(day, `${words} (${count}): ${namesOf(of)}`, count * of.length);
  }
}

const labelOf = ({ open }: RoomDay, slot: number): string => minuteLabel(minute(open + slot));

/** '09:15, 10:02-10:05'. */
function rangesOf(day: RoomDay, slots: readonly number[]): string {
  const starts = slots.filter((slot, i) => slots[i - 1] !== slot - 1);
  const ends = slots.filter((slot, i) => slots[i + 1] !== slot + 1);
  return starts
    .map((start, i) => {
      const end = ends[i] ?? start;
      return start === end ? labelOf(day, start) : `${labelOf(day, start)}-${labelOf(day, end)}`;
    })
    .join(", ");
}

/** 'clients 0, 4 of edge 1; 3 of edge 2'. */
function namesOf(clients: readonly Client[]): string {
  const edges = [...new Set(clients.map(({ edge }) => edge))].sort();
  const numbers = (of: number): string =>
    clients
      .filter(({ edge }) => edge === of)
      .map(({ number }) => number)
      .join(", ");
  return `clients ${edges.map((edge) => `${numbers(edge)} of edge ${edge}`).join("; ")}`;
}

/** Each field that differs, in how many rows, and the first of them: the client's figure and the archive's, in rupees or units. */
function fieldsThatDiffer(ours: ColumnSet, day: RoomDay, slot: number): string {
  const { tokens, priceScale } = day;
  const rows = ours[LTP]?.length;
  if (rows !== tokens.length) return `${rows} rows, archived ${tokens.length}`;
  const right = figuresAt(day, slot);
  const words = FIELDS.flatMap((name, field) => {
    const [mine, its] = [ours[field] ?? [], right[field] ?? []];
    const wrong = Array.from({ length: rows }, (_, row) => row).filter((row) => mine[row] !== its[row]);
    const [first] = wrong;
    if (first === undefined) return [];
    const shown = (value = Number.NaN): number => (value > 0 && isPriceField(field) ? value / priceScale : value);
    return `${name} in ${wrong.length} of ${rows} rows (${contractOf(day, first)} ${shown(mine[first])}, archived ${shown(its[first])})`;
  });
  return words.join(", ");
}

/** '24500 CE', 'FUT'. */
function contractOf({ tokens, priceScale }: RoomDay, row: number): string {
  const [type, strike] = [INSTRUMENT_TYPES[tokens.type[row] ?? EQ], tokens.strike[row] ?? 0];
  return strike > 0 ? `${strike / priceScale} ${type}` : `${type}`;
}
