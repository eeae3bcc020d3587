/** A user's own columns as they are kept, and as the derivation takes them. */

import { compileFormula, type Program } from "#contract/domain/formula/compile.ts";
import {
  COLUMN_KEYS,
  type ColumnId,
  type CustomColumn,
  type CustomKey,
  isCustomKey,
} from "#contract/domain/snapshots/chain-table.ts";
import { CRORE, LAKH } from "#contract/domain/units.ts";
import { isRecord } from "../../state/saved/storage.ts";

/** As it is stored under its name with '#' behind it. */
export interface UserColumn {
  /** The formula: its tokens, with two spaces between them. */
  readonly column: string;
  /** Above zero green, below zero red. */
  readonly color: boolean;
  /** Shown in lakhs or in crores; never both. */
  readonly lakhs: boolean;
  readonly crores: boolean;
  readonly isValid: boolean;
}
export type UserColumns = Readonly<Record<CustomKey, UserColumn>>;

/** The columns that are columns, of whatever was stored. */
export function readColumns(stored: Readonly<Record<string, unknown>>): UserColumns {
  const columns = new Map<CustomKey, UserColumn>();
  for (const [key, one] of Object.entries(stored)) {
    if (!isCustomKey(key) || key.length < 2 || !isRecord(one) || typeof one["column"] !== "string") continue;
    const lakhs = one["lakhs"] === true;
    columns.set(key, {
      column: one["column"],
      color: one["color"] === true,
      lakhs,
      crores: !lakhs && one["crores"] === true,
      isValid: one["isValid"] !== false,
    });
  }
  return Object.fromEntries(columns);
}

/** What the derivation needs of them. */
export const customParams = (columns: UserColumns): Readonly<Record<CustomKey, CustomColumn>> =>
  Object.fromEntries(
    entriesOf(columns).map(([id, { column, lakhs, crores }]) => [
      id,
      { program: compiled(column), scale: lakhs ? LAKH : crores ? CRORE : 1 },
    ]),
  );

function compiled(formula: string): Program | undefined {
  const result = compileFormula(formula, COLUMN_KEYS);
  return result.ok ? result.program : undefined;
}

export const colouredOf = (columns: UserColumns): readonly ColumnId[] =>
  entriesOf(columns).flatMap(([id, { color }]) => (color ? [id] : []));

export const unitsOf = (columns: UserColumns): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entriesOf(columns).flatMap(([id, { lakhs, crores }]) => (lakhs ? [[id, "lakh"]] : crores ? [[id, "crore"]] : [])),
  );

const entriesOf = (columns: UserColumns) => Object.entries(columns) as [CustomKey, UserColumn][];
