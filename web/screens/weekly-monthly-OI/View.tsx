import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import type { CsvElement } from "../../kit/csv/csv-files.ts";
import { FutureFigure } from "../../kit/futures/FutureFigure.tsx";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { blocksOf, daysCsv, missingDays, type Rows, rangeIn, rowsOf, sumOf } from "./blocks.ts";
import { PeriodTable } from "./PeriodTable.tsx";
import { weekly } from "./pane.ts";
import { Selectors } from "./Selectors.tsx";
import type { Snapshot } from "./snapshot.ts";
import { type Column, WeekBlock } from "./WeekBlock.tsx";
import styles from "./weekly-monthly-oi.module.css";

export { screen } from "./screen.ts";

/** Up to this window width build-ups are 'LB'. */
const SHORT_WIDTH = 1120;
const NO_DATES: readonly IsoDate[] = [];
const NO_FIGURES = new Float64Array(0);
const NO_LACKING = new Uint8Array(0);

const figuresOf = ({ snapshot, status }: PaneState<Snapshot>) => ({
  dates: snapshot?.show === "buildUps" ? snapshot.dates : NO_DATES,
  figures: snapshot?.figures ?? NO_FIGURES,
  lacking: snapshot?.lacking ?? NO_LACKING,
  running: snapshot?.running ?? -1,
  until: Math.floor(snapshot?.until ?? Number.NaN),
  pending: snapshot?.pending ?? 0,
  isListed: snapshot?.isListed ?? true,
  isLoading: status === "loading" || snapshot?.show !== "buildUps",
});

/** What a future's open interest built up, day by day and week by week. */
export function View(): ReactNode {
  const pane = weekly.use();
  const cumulative = useAtomValue(pane.cumulativeAtom);
  const show = useAtomValue(pane.showAtom);
  return (
    <PaneScreen
      pane={pane}
      selectors={<Selectors />}
      figures={<Figures />}
      fixedExpiry={cumulative && show === "buildUps" ? "Cumulative: of all expiries" : undefined}
    >
      {show === "buildUps" ? <Blocks /> : <PeriodTable />}
    </PaneScreen>
  );
}

const pastOf = ({ snapshot }: PaneState<Snapshot>) => ({
  isWithoutPast: snapshot?.isListed === true && snapshot.finished === 0 && snapshot.pending === 0,
});

/** A feed whose days are not archived yet has today alone. */
function Figures(): ReactNode {
  const pane = weekly.use();
  const { isWithoutPast } = useSlowFact(pane.stateAtom, pastOf);
  return (
    <>
      <FutureFigure pane={pane} />
      {isWithoutPast ? (
        <HeaderFigure label="Finished days" value="-" change="none is archived: today alone is shown" />
      ) : undefined}
    </>
  );
}

function Blocks(): ReactNode {
  const pane = weekly.use();
  const arrangement = useAtomValue(pane.arrangementAtom);
  const range = useAtomValue(pane.rangeAtom);
  const context = useAtomValue(pane.contextAtom);
  const facts = useSlowFact(pane.stateAtom, figuresOf);
  const { dates, figures, lacking, running, until, pending } = facts;
  const segment = underlyingOf(context?.symbol ?? "").segment;
  const root = useRef<CsvElement>(null);
  const isShort = useNarrow(SHORT_WIDTH);

  const weeks = useMemo(() => {
    const { from = "", to = "" } = rangeIn(dates, range.from, range.to);
    const shown = range.isOn ? dates.filter((date) => date >= from && date <= to) : dates;
    const all: Rows[] = [];
    return blocksOf(shown, arrangement).map((block) => {
      const columns = block.map((place): Column => {
        const date = shown[place]!;
        const at = dates.indexOf(date);
        const rows = rowsOf(figures, at);
        return { date, rows, isRunning: at === running, lacking: lacking[at] ?? 0 };
      });
      all.push(...columns.map(({ rows }) => rows));
      return {
        columns,
        week: sumOf(columns.map(({ rows }) => rows)),
        total: sumOf(all),
        missing: missingDays(dates, shown[block[0]!]!, arrangement, segment),
      };
    });
  }, [dates, figures, lacking, running, arrangement, range, segment]);
  const scales = useMemo(() => {
    const greatest = (all: readonly Rows[]): number => Math.max(0, ...all.flat().map((one) => Math.abs(one) || 0));
    return {
      day: greatest(weeks.flatMap(({ columns }) => columns.map(({ rows }) => rows))),
      week: greatest(weeks.map(({ week }) => week)),
    };
  }, [weeks]);

  // The newest week is what is looked for first.
  const count = weeks.length;
  useEffect(() => {
    if (count > 0 && root.current) root.current.scrollTop = root.current.scrollHeight;
  }, [count]);

  useEffect(() => {
    if (root.current) root.current.csvHandle = () => daysCsv(weeks.flatMap(({ columns }) => columns));
  }, [weeks]);

  if (!facts.isListed && count === 0) return <EmptyState message="This symbol has no future of this expiry." />;
  if (!facts.isLoading && count === 0) {
    const message = dates.length > 0 ? "No recorded day is in the range." : "No day of this future is recorded.";
    return <EmptyState message={message} />;
  }
  const [first] = weeks[0]?.columns ?? [];
  return (
    <ScrollRegion ref={root} className={styles["board"]} label="Weeks" data-csv="Build-up">
      {weeks.map((week, i) => (
        <WeekBlock
          key={week.columns[0]?.date}
          {...week}
          scales={scales}
          since={first?.date}
          until={until}
          pending={pending}
          isFirst={i === 0}
          isLast={i === count - 1}
          isShort={isShort}
        />
      ))}
    </ScrollRegion>
  );
}
