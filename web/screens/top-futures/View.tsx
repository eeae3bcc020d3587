import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { BUILD_UP_STATES, LONG_BUILD, LONG_UNWIND, SHORT_BUILD, SHORT_COVER } from "#contract/domain/build-up.ts";
import { PERCENT_OF } from "#contract/worker/futures-row.ts";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats, timeFormat } from "../../format/format.ts";
import { PricedFigure } from "../../kit/futures/PricedFigure.tsx";
import { ScansMenu } from "../../kit/futures/ScansMenu.tsx";
import { SpotsFigure } from "../../kit/futures/SpotsFigure.tsx";
import { WindowSelect } from "../../kit/futures/WindowSelect.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { useFutureTrade } from "../../kit/pane/trade/use-future-trade.ts";
import { ViewButton } from "../../kit/pane/ViewButton.tsx";
import { QuickFind } from "../../kit/table/QuickFind.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { partOf } from "../../kit/table/table-part.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { topFutures } from "./pane.ts";
import { FILTERS, type Filter, RANKED, type Snapshot, TOPS } from "./snapshot.ts";
import { type Look, TABLES } from "./tables.tsx";
import styles from "./top-futures.module.css";

export { screen } from "./screen.ts";

/** Up to this width the build-ups are codes. */
const SHORT_WIDTH = 1120;

/** The futures that moved most: one list by filter, or all five side by side. */
export function View(): ReactNode {
  const pane = topFutures.use();
  const view = useAtomValue(pane.viewAtom);
  const filter = useAtomValue(pane.filterAtom);
  const hasAnalysis = useAtomValue(pane.hasAnalysisAtom);
  const isFinding = useAtomValue(pane.findAtom) !== "";
  const isShort = useNarrow(SHORT_WIDTH);
  const look = useMemo(
    (): Look => ({ isSmall: view === 2, hasAnalysis, isShort, isFinding }),
    [view, hasAnalysis, isShort, isFinding],
  );
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<Figures />} settings={<ScansMenu />}>
      <div className={styles["lists"]}>
        {(view === 2 ? FILTERS : [filter]).map((one) => (
          <div key={one} className={styles["list"]}>
            <List filter={one} look={look} />
          </div>
        ))}
      </div>
    </PaneScreen>
  );
}

function List({ filter, look }: { readonly filter: Filter; readonly look: Look }): ReactNode {
  const pane = topFutures.use();
  const trade = useFutureTrade(pane);
  const lead = useMemo(() => <Lead filter={filter} />, [filter]);
  const part = useMemo(
    () =>
      partOf(
        pane.stateAtom,
        ({ lists }: Snapshot) => lists.find((list) => list.filter === filter),
        pane.sortings.get(filter),
      ),
    [pane, filter],
  );
  return (
    <TablePane
      table={TABLES[filter]}
      pane={part}
      look={look}
      lead={look.isSmall ? lead : undefined}
      turnsLetter
      onTrade={trade}
      tradeColumn={look.isSmall ? "name" : "ltp"}
    />
  );
}

/** 'Top Gainers', '20 of 158'. */
function Lead({ filter }: { readonly filter: Filter }): ReactNode {
  const { stateAtom } = topFutures.use();
  const countsOf = useCallback(
    ({ snapshot }: PaneState<Snapshot>) => {
      const list = snapshot?.lists.find((one) => one.filter === filter);
      return list && { rows: list.rows, qualify: list.qualify };
    },
    [filter],
  );
  const counts = useSlowFact(stateAtom, countsOf);
  return (
    <>
      <strong>{RANKED[filter].title}</strong>
      <span className={styles["count"]}>{counts && `${counts.rows} of ${counts.qualify}`}</span>
    </>
  );
}

const FILTER_OPTIONS = FILTERS.map((value) => ({ value, label: value }));
const TOP_OPTIONS = TOPS.map((top) => ({ value: top, label: `${top}` }));

function Selectors(): ReactNode {
  const pane = topFutures.use();
  const [view, show] = useAtom(pane.viewAtom);
  const [filter, choose] = useAtom(pane.filterAtom);
  const [top, chooseTop] = useAtom(pane.topAtom);
  const [minutes, chooseMinutes] = useAtom(pane.minutesAtom);
  const [hasAnalysis, showAnalysis] = useAtom(pane.hasAnalysisAtom);
  return (
    <>
      <Select
        label="Filter"
        options={FILTER_OPTIONS}
        value={filter}
        onChange={choose}
        disabled={view === 2}
        title={view === 2 ? "View 2 shows all five" : "Filter"}
      />
      <Select label="Top" prefix="Top" options={TOP_OPTIONS} value={top} onChange={chooseTop} />
      <WindowSelect minutes={minutes} onChange={chooseMinutes} />
      <QuickFind findAtom={pane.findAtom} noun="futures" />
      <ViewButton view={view} onChange={show} />
      {view === 2 ? <Checkbox label="Analysis" checked={hasAnalysis} onChange={showAnalysis} /> : undefined}
    </>
  );
}

const DAYS_LACK = {
  all: "no finished day is archived",
  pending: "days are being read",
  some: "fewer than five days",
} as const;

const COUNTED = [LONG_BUILD, SHORT_BUILD, SHORT_COVER, LONG_UNWIND] as const;

const factsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  counts: COUNTED.map((code) => snapshot?.buildUps[code] ?? Number.NaN),
  futures: snapshot?.futures ?? Number.NaN,
  priced: snapshot?.priced ?? Number.NaN,
  from: snapshot?.from ?? Number.NaN,
  lacksSpots: snapshot?.lacksSpots ?? false,
  daysLack: snapshot?.daysLack,
  lacksOi: snapshot !== undefined && lacksOi(snapshot),
});

/** Of no future that is shown it is known how its open interest changed: so it is after a day that nobody recorded. */
function lacksOi({ lists }: Snapshot): boolean {
  const known = lists.flatMap(({ rows, slots, values }) =>
    Array.from({ length: rows }, (_, row) => !Number.isNaN(values[row * slots + PERCENT_OF.oi])),
  );
  return known.length > 0 && !known.includes(true);
}

function Figures(): ReactNode {
  const { stateAtom, viewAtom } = topFutures.use();
  const isNarrow = useNarrow(SHORT_WIDTH);
  const isSmall = useAtomValue(viewAtom) === 2;
  const facts = useSlowFact(stateAtom, factsOf);
  const { counts, futures, priced, from, lacksSpots, daysLack, lacksOi: isWithoutOi } = facts;
  // As in the lists of view 2; and where there is more to say, which would else begin a second row.
  const isShort = isNarrow || isSmall || daysLack !== undefined || lacksSpots;
  return (
    <>
      {isWithoutOi ? (
        <HeaderFigure label="OI chng" value="-" change="no earlier OI is known" />
      ) : (
        COUNTED.map((code, i) => (
          <HeaderFigure
            key={code}
            label={BUILD_UP_STATES[code]?.[isShort ? "short" : "word"] ?? ""}
            value={formats.whole.text(counts[i] ?? Number.NaN)}
          />
        ))
      )}
      {Number.isNaN(from) ? undefined : <HeaderFigure label="Since" value={timeFormat.text(from)} />}
      <PricedFigure priced={priced} futures={futures} />
      <SpotsFigure isMissing={lacksSpots} />
      {daysLack ? <HeaderFigure label="Vol / 20d" value="-" change={DAYS_LACK[daysLack]} /> : undefined}
    </>
  );
}
