/** What crosses the threads for the advance/decline board: fifteen small tables, and who rose and fell. */
import type { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import { type BoardMinutes, MEASURES, type Measure, NAME, PERCENT_OF } from "#contract/worker/futures-row.ts";
import type { TableSnapshot, TableSort } from "#contract/worker/table.ts";

export type Sector = keyof typeof SECTOR_LISTS;

/** By the id of the column that shows it. */
export const SLOT_OF: ReadonlyMap<string, number> = new Map([
  ["name", NAME],
  ...MEASURES.map((measure) => [measure, PERCENT_OF[measure]] as const),
]);

/** Sector boxes, a heat map, or breadth through the day. */
export type View = "boxes" | "map" | "breadth";

/** A stock future on the map. */
export interface Tile {
  readonly name: string;
  /** Of its open interest, rupees. */
  readonly value: number;
  /** Change of price in the window. */
  readonly percent: number;
}

/** Counts by minute; as `market/futures/breadth.ts` has them. */
export type LineId = "net" | "advances" | "declines" | "longBuild" | "shortBuild" | "shortCover" | "longUnwind";

export interface Params {
  readonly minutes: BoardMinutes;
  /** What every box is sorted by, the highest first. */
  readonly sort: Measure;
  /** Boxes that the user has sorted otherwise. */
  readonly own: Partial<Readonly<Record<Sector, TableSort>>>;
  readonly view: View;
  /** Only names with these letters are shown in the boxes; the counts are those of all. */
  readonly find: string;
  /** The box whose rows stay where they are: the user points at one of them. */
  readonly held: Sector | undefined;
}

export interface Counts {
  readonly advances: number;
  readonly declines: number;
  readonly unchanged: number;
}

export interface Box extends TableSnapshot, Counts {
  readonly sector: Sector;
}

export interface Snapshot {
  readonly boxes: readonly Box[];
  /** Of all stock futures, each counted once. Without a price, now or then, one counts nowhere. */
  readonly all: Counts;
  /** Of all stock futures since the previous close; without points unless the view shows them. */
  readonly series: SeriesSet<LineId>;
  /** Those with a price; none unless the view shows them. */
  readonly tiles: readonly Tile[];
  readonly stocks: number;
  readonly priced: number;
  /** Stock futures that stand above their spot, and those of which that is known. */
  readonly premium: { readonly above: number; readonly known: number };
  /** The day has no spots of the whole market. */
  readonly lacksSpots: boolean;
}
