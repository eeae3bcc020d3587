/** Views as the account keeps them: a record by name, in which every view knows its place among the tabs. */
import { isCustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { DEFAULT_VIEWS, FIRST_VIEW, OI_GRAPH, type View } from "./views.ts";

/** These are always there, and keep their names. */
export const LASTING: readonly string[] = [FIRST_VIEW, "greeks", OI_GRAPH];

type Stored = Readonly<Record<string, unknown>>;

export function storedViews(views: ReadonlyMap<string, View>): Stored {
  const places = [...views.keys()];
  return Object.fromEntries(
    [...views].map(([name, one]) => [name, { ...one, custom: customNames(one), order: places.indexOf(name) }]),
  );
}

/** The names of a view's own columns, without their '#'. */
const customNames = ({ columns }: View): readonly string[] => columns.filter(isCustomKey).map((id) => id.slice(0, -1));

/** What the account keeps, in order. It is the whole set: of the default views only the lasting ones come back. */
export function orderedViews(kept: Stored): readonly (readonly [string, unknown])[] {
  const inOrder = Object.entries(kept).sort(([, a], [, b]) => byPlace(placeOf(a), placeOf(b)));
  const missing = LASTING.filter((name) => !Object.hasOwn(kept, name));
  return [...inOrder, ...missing.map((name) => [name, DEFAULT_VIEWS[name]] as const)];
}

/** A view without a place stands behind those that have one. Names that look like numbers would not keep theirs in a record. */
const placeOf = (one: unknown): number =>
  isRecord(one) && typeof one["order"] === "number" ? one["order"] : Number.POSITIVE_INFINITY;
const byPlace = (a: number, b: number): number => (a === b ? 0 : a - b);
