import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { Measure } from "#contract/worker/futures-row.ts";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats } from "../../format/format.ts";
import { PricedFigure } from "../../kit/futures/PricedFigure.tsx";
import { SpotsFigure } from "../../kit/futures/SpotsFigure.tsx";
import { WindowSelect } from "../../kit/futures/WindowSelect.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { QuickFind } from "../../kit/table/QuickFind.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./advance-decline.module.css";
import { Boxes } from "./Boxes.tsx";
import { BREADTH_CHARTS } from "./chart.ts";
import { HeatMap } from "./HeatMap.tsx";
import { MovesBar } from "./MovesBar.tsx";
import { board } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

/** Who rose and who fell, sector by sector. */
export function View(): ReactNode {
  const pane = board.use();
  const view = useAtomValue(pane.viewAtom);
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<Figures />}>
      {view === "boxes" ? <Boxes /> : view === "map" ? <HeatMap /> : <SeriesPane pane={pane} charts={BREADTH_CHARTS} />}
    </PaneScreen>
  );
}

const VIEWS = [
  { value: "boxes", label: "Sectors" },
  { value: "map", label: "Heat map", title: "By the value of their open interest, coloured by the change of price" },
  { value: "breadth", label: "Breadth", title: "Who rose and fell through the day" },
] as const;
const SORTS: readonly { readonly value: Measure; readonly label: string }[] = [
  { value: "price", label: "Sort Price" },
  { value: "oi", label: "Sort OI" },
  { value: "volume", label: "Sort Volume" },
];

function Selectors(): ReactNode {
  const pane = board.use();
  const [minutes, chooseMinutes] = useAtom(pane.minutesAtom);
  const [sort, chooseSort] = useAtom(pane.sortAtom);
  const [hasAnalysis, showAnalysis] = useAtom(pane.hasAnalysisAtom);
  const [view, show] = useAtom(pane.viewAtom);
  return (
    <>
      <SegmentedControl label="View" segments={VIEWS} value={view} onChange={show} />
      <WindowSelect minutes={minutes} onChange={chooseMinutes} />
      <Select label="Sort" options={SORTS} value={sort} onChange={chooseSort} />
      <Checkbox label="Analysis" checked={hasAnalysis} onChange={showAnalysis} />
      {view === "boxes" ? <QuickFind findAtom={pane.findAtom} noun="futures" /> : undefined}
    </>
  );
}

/** Up to this window width the header has no room for more than the moves. */
const NARROW = 1500;
const NONE = Number.NaN;
const factsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  ...(snapshot?.all ?? { advances: NONE, declines: NONE, unchanged: NONE }),
  stocks: snapshot?.stocks ?? NONE,
  priced: snapshot?.priced ?? NONE,
  above: snapshot?.premium.above ?? NONE,
  known: snapshot?.premium.known ?? NONE,
  lacksSpots: snapshot?.lacksSpots ?? false,
});

/** 'A: 158 | D: 50 | U: 0', of all stock futures. */
function Figures(): ReactNode {
  const isNarrow = useNarrow(NARROW);
  const facts = useSlowFact(board.use().stateAtom, factsOf);
  const { advances, declines, unchanged, stocks, priced, above, known, lacksSpots } = facts;
  const { text } = formats.whole;
  return (
    <>
      <div className={styles["all"]} data-figure="Moves" title="Stock futures that advanced, declined, stood unchanged">
        {"A: "}
        <strong data-tone="up">{text(advances)}</strong>
        <span hidden>{" | "}</span>
        <MovesBar advances={advances || 0} declines={declines || 0} />
        {"D: "}
        <strong data-tone="down">{text(declines)}</strong>
        <span className={styles["divide"]}>{" | "}</span>
        {"U: "}
        <strong>{text(unchanged)}</strong>
      </div>
      {known > 0 && !isNarrow ? <HeaderFigure label="Above spot" value={`${above} of ${known}`} /> : undefined}
      <PricedFigure priced={priced} futures={stocks} />
      <SpotsFigure isMissing={lacksSpots} />
    </>
  );
}
