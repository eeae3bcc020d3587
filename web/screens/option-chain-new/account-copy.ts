/**
 * What the account holds of the chain's settings, as this browser saw it last: the chain is there before the account has
 * answered. `sync-settings.ts` brings both together, and writes the copy as the chain reads it.
 */
import { atom } from "jotai";
import type { ChainParams, ColumnId } from "#contract/domain/snapshots/chain-table.ts";
import { isRecord, storedAtom } from "../../state/saved/storage.ts";
import { userAtom } from "../../state/session.ts";

export interface AccountCopy {
  /** Whose settings these are. */
  readonly user: string;
  /** Whether the account has ever answered in this browser. Before, what it keeps is not known. */
  readonly isLoaded?: boolean;
  /** All views in the order of the tabs, by name; undefined where the account never kept any. */
  readonly views?: readonly (readonly [name: string, view: unknown])[] | undefined;
  /** Custom columns as the account keeps them, by name with '#' behind it. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** The same as the derivation takes them, and which are coloured by their sign. */
  readonly custom: ChainParams["custom"];
  readonly coloured: readonly ColumnId[];
  /** What custom columns count in: 'lakh' or 'crore'. Absent in copies of before. */
  readonly units?: Readonly<Record<string, string>>;
  /** What was changed here, and could not be saved yet. */
  readonly pending: readonly ("views" | "columns")[];
}

const isCopy = (value: unknown): value is AccountCopy | null =>
  value === null ||
  (isRecord(value) &&
    isRecord(value["custom"]) &&
    Object.values(value["custom"]).every(isColumn) &&
    Array.isArray(value["coloured"]));

/** One without a program shows nothing until the account has answered. */
const isColumn = (value: unknown): boolean =>
  isRecord(value) && (value["program"] === undefined || isProgram(value["program"]));

const isProgram = (value: unknown): boolean =>
  isRecord(value) &&
  ["steps", "constants", "sources"].every((part) => Array.isArray(value[part])) &&
  typeof value["depth"] === "number";

const storedCopyAtom = storedAtom<AccountCopy | null>("chainSettings", null, isCopy);

/** The copy of the user who is logged in; another user's counts for nothing, and gives way. */
export const accountCopyAtom = atom(
  (get): AccountCopy => {
    const user = get(userAtom)?.email ?? "";
    const copy = get(storedCopyAtom);
    return copy?.user === user ? copy : { user, columns: {}, custom: {}, coloured: [], pending: [] };
  },
  (_get, set, copy: AccountCopy) => set(storedCopyAtom, copy),
);
