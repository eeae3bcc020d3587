/** Views as the account keeps them: a record by name, in which every view knows its place among the tabs. */
import { isCustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { isRecord } from "../../state/saved/storage.ts";
import type { View } from "./views.ts";

type Stored = Readonly<Record<string, unknown>>;

export function storedViews(views: ReadonlyMap<string, View>): Stored {
  const places = [...views.keys()];
  return Object.fromEntries(
    [...views].map(([name, one]) => [name, { ...one, custom: customNames(one), order: places.indexOf(name) }]),
  );
}

/** The names of a view's own columns, without their '#'. */
const customNames = ({ columns }: View): readonly string[] => columns.filter(isCustomKey).map((id) => id.slice(0, -1));

/** What the account keeps, in order. It is the whole set. */
export const orderedViews = (kept: Stored): readonly (readonly [string, unknown])[] =>
  Object.entries(kept).sort(([, a], [, b]) => byPlace(placeOf(a), placeOf(b)));

/** A view without a place stands behind those that have one. Names that look like numbers would not keep theirs in a record. */
const placeOf = (one: unknown): number =>
  isRecord(one) && typeof one["order"] === "number" ? one["order"] : Number.POSITIVE_INFINITY;
const byPlace = (a: number, b: number): number => (a === b ? 0 : a - b);
