/** The watch lists that are built in, by name in the order of the menu. 'ALL' has no names: it is whatever is listed. */
import { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import { TOP_WEIGHTAGE } from "#contract/domain/reference/weightage.ts";

/** Futures by symbol; undefined: all there are. */
export type WatchList = readonly string[] | undefined;

export const ALL = "ALL";

export const BUILT_IN: ReadonlyMap<string, WatchList> = new Map<string, WatchList>([
  [ALL, undefined],
  ...Object.entries(TOP_WEIGHTAGE),
  ...Object.entries(SECTOR_LISTS),
]);
