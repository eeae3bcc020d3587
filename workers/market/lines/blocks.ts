/** Hot: blocks of rows over time, and what the OI changes in them add up to. */
import { addToBuildUpSums, BUILD_UP_SUMS } from "../futures/build-up-sums.ts";
import type { ContractRows, TimeRows } from "./time-rows.ts";

/** The block of so many frames that a row belongs to, by its step; blocks begin with the first interval after the open. */
export const blockOf = (step: number, rowsPerBlock: number): number => Math.floor((step - 1) / rowsPerBlock);

/**
 * The OI changes of rows added up by what each was, in units: at `row * BUILD_UP_SUMS` + place the sums from the
 * beginning of the row's block to the row, in the order of
 * `build-up-sums.ts`; and in `day` those of all rows.
 */
export function addUpBlocks(
  running: Float64Array,
  day: Float64Array,
  { oiChange, buildUp }: Pick<ContractRows, "oiChange" | "buildUp">,
  { count, steps }: TimeRows,
  rowsPerBlock: number,
): void {
  day.fill(0);
  for (let row = 0; row < count; row++) {
    const at = row * BUILD_UP_SUMS;
    const goesOn = row > 0 && blockOf(steps[row]!, rowsPerBlock) === blockOf(steps[row - 1]!, rowsPerBlock);
    for (let i = 0; i < BUILD_UP_SUMS; i++) running[at + i] = goesOn ? running[at - BUILD_UP_SUMS + i]! : 0;
    addToBuildUpSums(running, at, buildUp[row]!, oiChange[row]!);
    addToBuildUpSums(day, 0, buildUp[row]!, oiChange[row]!);
  }
}
