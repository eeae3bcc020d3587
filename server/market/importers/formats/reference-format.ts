/** What a format of reference data is: it knows the columns, and says which row of which kind a line gives. */
import type { IsoDate } from "#contract/domain/units.ts";
import type { ReferenceKind, ReferenceRow } from "../../reference/reference-rows.ts";

/** What such files do not say of themselves, and the operator does. */
export interface ReferenceContext {
  /** The day of which the file is. */
  readonly asOf: IsoDate | undefined;
  /** The index whose members it lists. */
  readonly index: string | undefined;
}

export type Need = keyof ReferenceContext;

export interface ReferenceFormat<Kind extends ReferenceKind = ReferenceKind> {
  readonly becomes: "reference";
  readonly name: string;
  /** Columns that the header must have, in any order, among any others. */
  readonly columns: readonly string[];
  /** The header has no other columns: these few names alone would be too little to know it by. */
  readonly isExact?: boolean;
  readonly kind: Kind;
  readonly needs: readonly Need[];
  /** Lines repeat a row: a list of instruments has one a contract. */
  readonly repeats?: boolean;
  /**
   * The reader gives undefined for a line about something that the product does not show.
   * @throws RowError when a line cannot be read.
   */
  createReader(
    header: readonly string[],
    context: Required<{ readonly [Name in Need]: NonNullable<ReferenceContext[Name]> }>,
  ): (cells: readonly string[]) => ReferenceRow<Kind> | undefined;
}
