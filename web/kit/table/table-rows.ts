/** The rows of a pane's snapshot, as the grid reads them. */
import type { Atom, createStore } from "jotai";
import { NAME_SEPARATOR, type TableSnapshot } from "#contract/worker/table.ts";
import type { FollowedRow, GridSource, LiveSource, SplitBand } from "../../grid/grid-model.ts";
import { type NumberTable, tableSource } from "../../grid/table-source.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { followFigures, isStale } from "../pane/staleness.ts";
import type { TableDefinition } from "./define-table.ts";

/** A thin line every so many rows. */
const RULE_EVERY = 5;
const noStyles = new Uint8Array(0);
const everyFew = (_key: number, row: number): boolean => row > 0 && row % RULE_EVERY === 0;

/** Takes names apart, and gives the same list as long as they are the same. */
export function createNameReader(): (names: string | undefined) => readonly string[] | undefined {
  let text: string | undefined;
  let list: readonly string[] | undefined;
  return (names) => {
    if (names !== text) {
      text = names;
      list = names?.split(NAME_SEPARATOR);
    }
    return list;
  };
}

/** What the table is of: another symbol, expiry or day is another place to follow a row to. */
function followedIn({ snapshot, context, clock }: PaneState<TableSnapshot>): FollowedRow | undefined {
  if (snapshot?.followed === undefined) return undefined;
  const { exchange, symbol, expiry, futureExpiry } = context ?? {};
  return { row: snapshot.followed, place: [exchange, symbol, expiry, futureExpiry, clock?.date].join(" ") };
}

interface RowMarks {
  /** Default: a thin line above every fifth row. */
  readonly ruleAbove?: ((key: number, row: number) => boolean) | undefined;
  readonly band?: SplitBand | undefined;
}

/** @param names as its reader gives them for this snapshot. */
export function rowsOf(
  state: PaneState<TableSnapshot>,
  keySlot: number,
  names: readonly string[] | undefined,
  stale: boolean,
  { ruleAbove = everyFew, band }: RowMarks = {},
): GridSource | undefined {
  const { snapshot, sequence: version } = state;
  if (!snapshot) return undefined;
  const { rows, slots, values, styles, totals } = snapshot;
  const table: NumberTable = { version, rows, slots, values, styles, keySlot };
  return tableSource(table, {
    ruleAbove,
    band,
    stale,
    names,
    followed: followedIn(state),
    totals:
      totals && tableSource({ version, rows: 1, slots: totals.length, values: totals, styles: noStyles, keySlot: 0 }),
  });
}

/**
 * The rows of one look. The look follows a snapshot that names other columns a moment later: until then the rows that
 * the columns are of stay, as long as the pane is of the same chain and day.
 */
export function liveRows<Snapshot extends TableSnapshot, Look>(
  store: ReturnType<typeof createStore>,
  stateAtom: Atom<PaneState<Snapshot>>,
  table: Pick<TableDefinition<Snapshot, Look>, "keySlot" | "rule" | "band" | "fits">,
  look: Look,
): LiveSource {
  const { keySlot, rule, band, fits } = table;
  const namesOf = createNameReader();
  let last: { readonly context: PaneState<Snapshot>["context"]; readonly rows: GridSource | undefined } | undefined;
  return {
    read() {
      const state = store.get(stateAtom);
      const { snapshot, context } = state;
      if (snapshot && fits?.(snapshot, look) !== false)
        last = {
          context,
          rows: rowsOf(state, keySlot, namesOf(snapshot.names), isStale(state, performance.now()), {
            ruleAbove: rule && ((key: number) => rule(key, look)),
            band: band?.(snapshot, look),
          }),
        };
      else if (!snapshot || last?.context !== context) last = undefined;
      return last?.rows;
    },
    subscribe: (listener) => followFigures(store, stateAtom, listener),
  };
}

/** The name of the row with this key; undefined where it has gone. */
export function nameOfRow(
  { rows, slots, values, names }: TableSnapshot,
  key: number,
  keySlot: number,
  nameSlot: number,
): string | undefined {
  for (let row = 0; row < rows; row++)
    if (values[row * slots + keySlot] === key) return names?.split(NAME_SEPARATOR)[values[row * slots + nameSlot]!];
  return undefined;
}
