/** The scanner: the contracts that the server found, in the order that the user wants, and since when they are there. */
import { futuresRoomName, isCurrency } from "#contract/domain/instruments.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { NAME_SEPARATOR } from "#contract/worker/table.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { buildUp } from "#market/futures/build-up.ts";
import { clearTable, createTable, isFound, sortTable, type Table } from "#market/table.ts";
import { screen } from "./screen.ts";
import {
  AGE,
  BASIS,
  BUILD_UP,
  CARRY,
  type Found,
  type Gone,
  IS_FINE,
  KEY,
  NAME,
  NEWS_MINUTES,
  OI_PERCENT,
  type Params,
  PRICE,
  PRICE_BAR,
  PRICE_PERCENT,
  SINCE,
  SLOT_OF,
  SLOTS,
  type Snapshot,
  SYMBOL,
  VOLUME,
  VOLUME_PERCENT,
  VWAP_PERCENT,
} from "./snapshot.ts";

/** Rows of those that left. */
const MOST_GONE = 20;

/** What is remembered of a scan from answer to answer. */
interface Watched {
  readonly scan: string;
  sequence: number;
  /** Minute at which a contract came, by token; NaN for those of the first answer. */
  readonly since: Map<number, number>;
  /** What the last answer named. */
  found: Found["found"];
  /** Who left within the last minutes, the latest first. */
  left: readonly Gone[];
}

interface Scratch {
  readonly table: Table;
  watched: Watched | undefined;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({ table: createTable(SLOTS), watched: undefined }),

  derive({ market, pane, params, clock }, scratch) {
    const { exchange, futureExpiries } = pane;
    const [nearest] = futureExpiries;
    if (nearest !== undefined && !market.room(futuresRoomName(exchange, nearest))) return undefined;
    const { found } = params;
    if (!found || found.exchange !== exchange || found.date !== clock.date || clock.mode !== "live") return NOTHING;
    const { table } = scratch;
    scratch.watched = watch(scratch.watched, found);
    fillTable(table, found, scratch.watched, params.find);
    const { name, symbol } = found.found;
    const names = [...name, ...symbol];
    const slot = SLOT_OF.get(params.sort.by) ?? VOLUME;
    sortTable(table, { keySlot: KEY, slot, sort: params.sort, names: slot === NAME ? names : undefined });
    const isWhole = isAllOf(found);
    return {
      rows: table.rows,
      slots: SLOTS,
      values: table.values,
      styles: table.styles,
      names: names.join(NAME_SEPARATOR),
      formula: found.formula,
      scannedAt: found.minute,
      contracts: found.contracts,
      unpriced: found.unpriced,
      matches: found.matches,
      named: found.found.token.length,
      came: isWhole ? countNews(scratch.watched.since.values(), found.minute) : Number.NaN,
      left: isWhole ? scratch.watched.left.length : Number.NaN,
      gone: scratch.watched.left.slice(0, MOST_GONE),
      conditions: found.conditions,
    };
  },
});

/** Before the first answer, and off the live market. */
const NOTHING: Snapshot = {
  rows: 0,
  slots: SLOTS,
  values: new Float64Array(0),
  styles: new Uint8Array(0),
  names: "",
  formula: "",
  scannedAt: Number.NaN,
  contracts: Number.NaN,
  unpriced: Number.NaN,
  matches: Number.NaN,
  named: 0,
  came: Number.NaN,
  left: Number.NaN,
  gone: [],
  conditions: [],
};

const isAllOf = ({ matches, found }: Found): boolean => matches === found.token.length;

/** Who has no price is not judged. */
const UNPRICED = { condition: "", figures: {} };

/** Takes an answer in, once. Where it names not all that pass, nobody is known to have come or left. */
function watch(before: Watched | undefined, found: Found): Watched {
  const { exchange, kind, formula, date, sequence, minute, failed } = found;
  const scan = [exchange, kind, formula, date].join(" ");
  const { token } = found.found;
  const first = (): Watched => ({
    scan,
    sequence,
    since: new Map(token.map((one) => [one, Number.NaN])),
    found: found.found,
    left: [],
  });
  if (before?.scan !== scan || !isAllOf(found)) return first();
  if (before.sequence === sequence) return before;
  before.sequence = sequence;
  const present = new Set(token);
  const gone: Gone[] = [];
  for (const [one, since] of before.since) {
    if (present.has(one)) continue;
    before.since.delete(one);
    const { condition, figures } = failed.find((failure) => failure.token === one) ?? UNPRICED;
    gone.push({ ...figuresOf(before.found, before.found.token.indexOf(one)), since, condition, figures, at: minute });
  }
  before.found = found.found;
  before.left = [...gone, ...before.left].filter(({ at }) => minute - at < NEWS_MINUTES);
  for (const one of token) if (!before.since.has(one)) before.since.set(one, minute);
  return before;
}

const figuresOf = ({ token, name, symbol, ltp, prevClose, oi, prevOi }: Found["found"], row: number) => ({
  token: token[row] ?? -1,
  name: name[row] ?? "",
  price: known(ltp[row]),
  isFine: isCurrency(symbol[row] ?? ""),
  percent: percentOf(known(ltp[row]), known(prevClose[row])),
  oiPercent: percentOf(known(oi[row]), known(prevOi[row])),
});

function countNews(minutes: Iterable<number>, now: number): number {
  let count = 0;
  for (const at of minutes) if (now - at < NEWS_MINUTES) count++;
  return count;
}

function fillTable(table: Table, { found, minute }: Found, { since }: Watched, find: string): void {
  const { name, token, symbol, ltp, prevClose, vwap, oi, prevOi, volume, prevVolume, basis, carry } = found;
  const shown = [...name.keys()].filter((row) => isFound(name[row] ?? "", find));
  clearTable(table, shown.length);
  const { values } = table;
  let greatest = 0;
  let at = -SLOTS;
  for (const row of shown) {
    at += SLOTS;
    const price = known(ltp[row]);
    const percent = percentOf(price, known(prevClose[row]));
    const came = since.get(token[row]!) ?? Number.NaN;
    greatest = Math.max(greatest, Math.abs(percent) || 0);
    values[at + KEY] = token[row]!;
    values[at + NAME] = row;
    values[at + SYMBOL] = token.length + row;
    values[at + PRICE] = price;
    values[at + IS_FINE] = isCurrency(symbol[row]!) ? 1 : 0;
    values[at + PRICE_PERCENT] = percent;
    values[at + OI_PERCENT] = percentOf(known(oi[row]), known(prevOi[row]));
    values[at + VOLUME] = known(volume[row]);
    values[at + VOLUME_PERCENT] = percentOf(known(volume[row]), known(prevVolume[row]));
    values[at + VWAP_PERCENT] = percentOf(price, known(vwap[row]));
    values[at + BASIS] = known(basis[row]);
    values[at + CARRY] = known(carry[row]);
    values[at + BUILD_UP] = buildUp(price - known(prevClose[row]), known(oi[row]) - known(prevOi[row]));
    values[at + SINCE] = came;
    values[at + AGE] = minute - came;
  }
  for (let row = 0; row < shown.length; row++)
    values[row * SLOTS + PRICE_BAR] = values[row * SLOTS + PRICE_PERCENT]! / greatest;
}

const known = (value: number | null | undefined): number => value ?? Number.NaN;

const percentOf = (now: number, before: number): number => (before > 0 ? (now / before) * 100 - 100 : Number.NaN);
