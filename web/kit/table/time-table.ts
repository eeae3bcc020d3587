/** What tables over time share: the order of their rows, the columns of time and build-up, and the frames they offer. */
import { atom, type WritableAtom } from "jotai";
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import type { TableSort } from "#contract/worker/table.ts";
import { timeFormat } from "../../format/format.ts";
import type { GridColumn, Side } from "../../grid/grid-model.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import type { PaneSettings } from "../pane/mount.ts";
import type { Sorting } from "./define-table.ts";

/** Id of the column that turns the rows around. */
const TIME_COLUMN = "time";

/**
 * Latest row last, until a press on 'Time' turns the rows around; every table over time keeps the same order.
 * @param presses what a press on another header does, by the column's id
 */
export function timeSorting(
  { stored }: PaneSettings,
  presses: Readonly<Record<string, WritableAtom<unknown, [], void>>> = {},
): Sorting {
  const isInvertedAtom = stored("timeInvert", false, isBoolean);
  const sortAtom = atom((get): TableSort => ({ by: TIME_COLUMN, descending: get(isInvertedAtom) }));
  return {
    sortAtom,
    choiceAtom: atom(
      (get) => get(sortAtom),
      (get, set, next) => {
        const { by, descending } = typeof next === "function" ? next(get(sortAtom)) : next;
        const press = presses[by];
        if (press) set(press);
        else set(isInvertedAtom, descending);
      },
    ),
    isHeldAtom: atom(false),
  };
}

/** 'Time ↑', pressed to turn the rows around. */
export const timeColumn = (slot: number, width = 76): GridColumn => ({
  id: TIME_COLUMN,
  header: "Time",
  title: "Turn the order of time around",
  width,
  surface: "raised",
  sortable: true,
  cell: { kind: "strike", slot, format: timeFormat, weight: 600 },
});

/** Triangle and word of a build-up; 'No change' where there is none. The derivation gives the word its colour. */
export const analysisColumn = (id: string, slot: number, side: Side, isShort: boolean): GridColumn => ({
  id,
  header: "Analysis",
  width: isShort ? 64 : 116,
  grow: 1,
  align: side === "call" ? "left" : "right",
  sortable: false,
  cell: { kind: "build-up", slot, side, states: BUILD_UP_STATES, short: isShort, none: "No change" },
});

export interface Stretches {
  /** Minute of the IST day that rows count from. */
  readonly open: number;
  /** Minutes of a row, and of a stretch of rows. */
  readonly frame: number;
  readonly stretch: number;
  readonly isNewestFirst: boolean;
}

/** Whether a thin line stands above the row of a minute: where a stretch of rows begins. */
export function beginsStretch(minute: number, { open, frame, stretch, isNewestFirst }: Stretches): boolean {
  const step = Math.ceil((minute - open) / frame);
  return ((isNewestFirst ? step : step - 1) * frame) % stretch === 0;
}
