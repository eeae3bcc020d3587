/** Breadth through the day: who rose and fell, and what was built up. Pure. */
import { formats } from "../../format/format.ts";
import { plainTick, signedTick } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import type { LineId, Snapshot } from "./snapshot.ts";

const count = formats.whole.text;
const line = (id: LineId, label: string, look: Pick<LineLook<LineId>, "colour" | "dash">): LineLook<LineId> => ({
  id,
  label,
  width: 1,
  format: count,
  tag: "outline",
  ...look,
});

export const BREADTH_CHARTS: readonly SeriesChart<Snapshot, LineId>[] = [
  {
    id: "net",
    label: "Breadth through the day",
    heading: "Breadth",
    unit: "stock futures above their previous close less those below",
    share: 55,
    lines: [
      { id: "net", label: "A - D", colour: "ink", format: formats.signedWhole.text, tag: "solid", tagPrefix: "A-D" },
      line("advances", "Advances", { colour: "up" }),
      line("declines", "Declines", { colour: "down" }),
    ],
    y: { format: signedTick, zero: true },
  },
  {
    id: "build-ups",
    label: "Build-ups through the day",
    heading: "Build-ups",
    unit: "stock futures since the previous day",
    share: 45,
    // Builds are whole lines, what undoes them is dashed.
    lines: [
      line("longBuild", "Long Build", { colour: "up" }),
      line("shortBuild", "Short Build", { colour: "down" }),
      line("shortCover", "Short Cover", { colour: "up", dash: [5, 3] }),
      line("longUnwind", "Long Unwind", { colour: "down", dash: [5, 3] }),
    ],
    y: { format: plainTick, zero: true },
  },
];
