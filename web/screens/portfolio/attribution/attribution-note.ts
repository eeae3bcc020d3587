/** What the figures of an attribution stand on, and what is not in them. */

import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import type { Snapshot } from "../../../components/attribution/snapshot.ts";
import { counted } from "../../../format/count-words.ts";

export function attributionNote({ series, minute, known, drawn, holes, steps, withoutIv }: Snapshot): string {
  const moves = moved(series.lines.total);
  const share = (moved(series.lines.residual) / moves) * 100;
  return [
    `Forward model, greeks of both ends of each minute, to ${minuteLabel(minute)}`,
    ...(moves > 0 ? [`residual ${share.toFixed(1)} % of moves`] : []),
    ...(known < drawn ? [`${drawn - known} of ${drawn} legs have no price and are left out`] : []),
    ...(holes > 0 ? [`${counted(holes, "minute")} of holes, each hole one step`] : []),
    ...(withoutIv > 0 ? [`${withoutIv} of ${steps} steps without IV, all residual`] : []),
  ].join(" · ");
}

/** How far a line went, up and down. */
const moved = (line: Float64Array): number =>
  line.reduce((sum, value, at) => sum + (at === 0 ? 0 : Math.abs(value - (line[at - 1] ?? 0))), 0);
