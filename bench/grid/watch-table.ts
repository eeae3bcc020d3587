/**
 * The watch list that its competitors show: 208 futures, 24 columns, sorted by the day's price change. A tick moves 40 %
 * of the figures a little, so that some rows change places. Seeded: the same figures in every page.
 *
 * The order of the rows is part of the data, as in the product, where a worker sorts; who sorts by itself is given the
 * rows that changed.
 */
import {
  changeSlot,
  KEY,
  MEASURES,
  NAME,
  PRICE,
  SECTOR,
  SLOTS,
  TOTALS_SLOTS,
  WINDOWS,
} from "../../web/screens/futures-watchlist/snapshot.ts";
import { createRandom } from "../synthetic/random.ts";

const FUTURES = 208;
const SECTORS = 22;
const CHANGED_SHARE = 0.4;
const SORTED = changeSlot(0, 0);

/** The futures, then the sectors. */
export const names: readonly string[] = [
  ...Array.from({ length: FUTURES }, (_, i) => `STOCK${String(i).padStart(3, "0")}`),
  ...Array.from({ length: SECTORS }, (_, i) => `Sector ${i}`),
];

export interface WatchTable {
  /** Of future i at `i * SLOTS`, as the snapshot of the watch list has them. */
  readonly values: Float64Array;
  /** Futures in the order of the rows. */
  readonly order: Uint16Array;
  readonly totals: Float64Array;
  /** Futures that the last step changed. */
  readonly changed: Set<number>;
  step(): void;
}

export function createWatchTable(): WatchTable {
  const random = createRandom(20_260_122);
  const values = new Float64Array(FUTURES * SLOTS);
  const order = Uint16Array.from({ length: FUTURES }, (_, i) => i);
  const figures = [PRICE, ...WINDOWS.flatMap((_, w) => MEASURES.map((_, m) => changeSlot(w, m)))];
  const sort = () => order.sort((a, b) => values[b * SLOTS + SORTED]! - values[a * SLOTS + SORTED]!);
  for (let i = 0; i < FUTURES; i++) {
    const at = i * SLOTS;
    values[at + KEY] = 1000 + i;
    values[at + NAME] = i;
    values[at + SECTOR] = FUTURES + (i % SECTORS);
    for (const slot of figures) values[at + slot] = slot === PRICE ? 100 + random.next() * 4000 : random.normal() * 2;
  }
  sort();
  const changed = new Set<number>();
  return {
    values,
    order,
    totals: new Float64Array(TOTALS_SLOTS).fill(69),
    changed,
    step() {
      changed.clear();
      for (let i = 0; i < FUTURES; i++) {
        for (const slot of figures) {
          if (random.next() >= CHANGED_SHARE) continue;
          values[i * SLOTS + slot]! += random.normal() * (slot === PRICE ? 2 : 0.05);
          changed.add(i);
        }
      }
      sort();
    },
  };
}

/** Rows and columns that are looked at: names and figures, near the top and further down. */
export const LOOKED_AT = [
  [0, "name"],
  [0, "0-price"],
  [5, "ltp"],
  [11, "5-oi"],
  [19, "60-vol"],
] as const;
