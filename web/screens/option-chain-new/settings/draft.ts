/** What the dialog changes before it is saved. Pure. */

import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { type ColumnId, type CustomKey, isCustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { moved } from "../../../components/ordered-list/order.ts";
import { DEFAULT_VIEWS, LASTING, MAX_COLUMNS, OI_GRAPH, type View } from "../views.ts";

export interface Draft {
  /** In the order of the tabs. */
  readonly views: ReadonlyMap<string, View>;
  /** The view that is edited; never the OI graph. */
  readonly edited: string;
}

const editedView = ({ views, edited }: Draft): View => views.get(edited)!;
export const columnsLeft = (draft: Draft): number => MAX_COLUMNS - editedView(draft).columns.length;
/** It is always there, and keeps its name. */
export const isLasting = (name: string): boolean => LASTING.includes(name);
export const isDefault = (name: string): boolean => Object.hasOwn(DEFAULT_VIEWS, name);
/** Every view but the OI graph, which has no columns. */
export const editableViews = ({ views }: Draft): readonly string[] =>
  [...views.keys()].filter((name) => name !== OI_GRAPH);

/** Why a view of this name cannot be created; undefined where it can. */
export function whyNotCreated({ views }: Draft, name: string): string | undefined {
  if (name.trim() === "") return "Give the view a name";
  return views.has(name.trim()) ? "There is a view of this name" : undefined;
}

/** @param analysisCalc what its analysis compares with, to begin with. */
export function createView(draft: Draft, name: string, analysisCalc: View["analysisCalc"]): Draft {
  const blank: View = {
    columns: [],
    strikeRange: ALL_STRIKES,
    pcr: false,
    pcrVol: false,
    pcrOIChg: false,
    straddle: false,
    vegatop3: false,
    analysisCalc,
    volBar: "",
    oiBar: "",
    custom: [],
  };
  return { views: new Map([...draft.views, [name.trim(), blank]]), edited: name.trim() };
}

export function deleteView(draft: Draft, name: string): Draft {
  if (isLasting(name)) return draft;
  const views = new Map([...draft.views].filter(([one]) => one !== name));
  return { views, edited: draft.edited === name ? firstEditable(views) : draft.edited };
}

/** The view that is shown when `name` is deleted: the one before it in the order of the tabs. */
export function viewBefore(views: ReadonlyMap<string, View>, name: string): string | undefined {
  const names = [...views.keys()];
  return names[Math.max(0, names.indexOf(name) - 1)];
}

export const firstEditable = (views: ReadonlyMap<string, View>): string =>
  [...views.keys()].find((name) => name !== OI_GRAPH) ?? "";

export const moveView = (draft: Draft, from: number, to: number): Draft => ({
  ...draft,
  views: new Map(moved([...draft.views], from, to)),
});

/** Changes the view that is edited. */
export const changeView = (draft: Draft, change: Partial<View>): Draft => ({
  ...draft,
  views: new Map(draft.views).set(draft.edited, { ...editedView(draft), ...change }),
});

export const moveColumn = (draft: Draft, from: number, to: number): Draft =>
  changeView(draft, { columns: moved(editedView(draft).columns, from, to) });

/** Adds a column next to the strike, or takes it out. A view that is full stays as it is. */
export function toggleColumn(draft: Draft, id: ColumnId): Draft {
  const { columns } = editedView(draft);
  if (columns.includes(id)) return changeView(draft, { columns: columns.filter((one) => one !== id) });
  return columns.length >= MAX_COLUMNS ? draft : changeView(draft, { columns: [...columns, id] });
}

/** A default view as it was delivered. */
export const resetView = (draft: Draft): Draft => changeView(draft, DEFAULT_VIEWS[draft.edited] ?? {});

/** No view has the column any more. */
export const withoutColumn = (views: ReadonlyMap<string, View>, key: CustomKey): ReadonlyMap<string, View> =>
  new Map([...views].map(([name, view]) => [name, { ...view, columns: view.columns.filter((id) => id !== key) }]));

/**
 * The draft on what the account turned out to keep while the dialog was open: what was changed here stays changed, and the
 * rest is the account's.
 * @param before the views that the draft was made on
 */
export function rebased(
  { views, edited }: Draft,
  before: ReadonlyMap<string, View>,
  now: ReadonlyMap<string, View>,
): Draft {
  const merged = new Map(now);
  for (const [name, view] of views) {
    const old = before.get(name);
    if (!old || viewChanges(name, old, view).length > 0) merged.set(name, view);
  }
  const first = unsaved(before, views).includes(ORDER) ? [...views.keys()] : [];
  const names = new Set([...first, ...merged.keys()]);
  const ordered = new Map([...names].flatMap((name) => (merged.has(name) ? [[name, merged.get(name)!]] : [])));
  return { views: ordered, edited: ordered.has(edited) ? edited : firstEditable(ordered) };
}

const ORDER = "order of the tabs";

/** What is not saved yet, in words for the foot of the dialog. */
export function unsaved(before: ReadonlyMap<string, View>, now: ReadonlyMap<string, View>): readonly string[] {
  const words: string[] = [];
  const oldNames = [...before.keys()].filter((name) => now.has(name));
  const names = [...now.keys()];
  const kept = names.filter((name) => before.has(name));
  if (kept.some((name, i) => name !== oldNames[i])) words.push(ORDER);
  for (const [name, view] of now) {
    const old = before.get(name);
    if (old === undefined) words.push(`${name} created`);
    else words.push(...viewChanges(name, old, view));
  }
  return words;
}

function viewChanges(name: string, old: View, view: View): readonly string[] {
  const words: string[] = [];
  const title = (id: ColumnId): string => (isCustomKey(id) ? id.slice(0, -1) : id);
  for (const id of view.columns) if (!old.columns.includes(id)) words.push(`${title(id)} added to ${name}`);
  for (const id of old.columns) if (!view.columns.includes(id)) words.push(`${title(id)} taken out of ${name}`);
  const kept = (columns: readonly ColumnId[], other: readonly ColumnId[]) =>
    columns.filter((id) => other.includes(id)).join();
  if (kept(old.columns, view.columns) !== kept(view.columns, old.columns)) words.push(`order of columns in ${name}`);
  const { columns: _a, custom: _b, ...oldRest } = old;
  const { columns: _c, custom: _d, ...rest } = view;
  if (JSON.stringify(oldRest) !== JSON.stringify(rest)) words.push(`options of ${name}`);
  return words;
}
