/** The tables of ranked futures: a whole one for each filter, and five small ones. */
import { recordOf } from "#contract/domain/record-of.ts";
import { KEY, NAME } from "#contract/worker/futures-row.ts";
import { rankedFutureColumns, smallFutureColumns } from "../../kit/futures/future-columns.ts";
import { defineTable, type TableKind } from "../../kit/table/define-table.ts";
import { FILTERS, type Filter, RANKED, type RankedList } from "./snapshot.ts";

/** What the user has chosen to see. */
export interface Look {
  readonly isSmall: boolean;
  readonly hasAnalysis: boolean;
  /** Build-ups as codes, in the whole table. */
  readonly isShort: boolean;
  /** Only names with the letters that are looked for are shown. */
  readonly isFinding: boolean;
}

const tableOf = (filter: Filter): TableKind<RankedList, Look> => {
  const { title, measure } = RANKED[filter];
  return defineTable<RankedList, Look>({
    label: title,
    keySlot: KEY,
    nameSlot: NAME,
    columns: ({ isSmall, hasAnalysis, isShort }) =>
      isSmall
        ? smallFutureColumns({ by: measure, hasAnalysis, isUnderlined: true, sortable: false })
        : rankedFutureColumns(measure, isShort),
    groups: ({ isSmall, hasAnalysis }, lead) =>
      isSmall ? [{ id: "title", from: "name", to: hasAnalysis ? "analysis" : "volume", content: lead }] : undefined,
    empty: ({ isFinding }) => (isFinding ? "No future of that name moved that way." : "No future moved that way."),
  });
};

export const TABLES = recordOf(FILTERS, tableOf);
