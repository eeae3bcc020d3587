import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import type { DayKey } from "#contract/domain/clock.ts";
import { dateText } from "#contract/domain/date-words.ts";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats } from "../../format/format.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import styles from "./backtest.module.css";
import { askedOf } from "./form.ts";
import { PlanForm } from "./PlanForm.tsx";
import { backtest } from "./pane.ts";
import { Results } from "./Results.tsx";

export { screen } from "./screen.ts";

/** A rule tried on past days: what it would have won day by day, after charges, and which of many sets of it won most. */
export function View(): ReactNode {
  const pane = backtest.use();
  return (
    <PaneScreen pane={pane} figures={<Figures />} selectors={<RunButton />}>
      <div className={styles["body"]}>
        <PlanForm />
        <div className={styles["main"]}>
          <Progress />
          <Shown />
        </div>
      </div>
    </PaneScreen>
  );
}

function RunButton(): ReactNode {
  const pane = backtest.use();
  const asked = askedOf(useAtomValue(pane.formAtom));
  const phase = useAtomValue(pane.runAtom)?.phase;
  const start = useSetAtom(pane.startAtom);
  const isBusy = phase === "days" || phase === "sets";
  const problem = "problem" in asked ? asked.problem : undefined;
  return (
    <Button
      size="header"
      kind="primary"
      disabled={isBusy || problem !== undefined}
      title={problem ?? (isBusy ? "It is running" : "Tries it on the days")}
      onClick={() => void start()}
    >
      Run
    </Button>
  );
}

function Figures(): ReactNode {
  const shown = useAtomValue(backtest.use().shownSetAtom);
  const { net, drawdown, winDays, tradedDays, charges } = shown?.totals ?? {};
  return (
    <>
      <HeaderFigure label="Net P&L" value={formats.signedWhole.text(net ?? Number.NaN)} />
      <HeaderFigure label="Max drawdown" value={formats.signedWhole.text(drawdown ?? Number.NaN)} />
      <HeaderFigure label="Win days" value={shown ? `${winDays} of ${tradedDays}` : "-"} />
      <HeaderFigure label="Charges" value={formats.whole.text(charges ?? Number.NaN)} />
    </>
  );
}

function Progress(): ReactNode {
  const pane = backtest.use();
  const run = useAtomValue(pane.runAtom);
  const cancel = useSetAtom(pane.cancelAtom);
  if (!run) return undefined;
  const { phase, cancelledIn, done, count, lacking = [], problem } = run;
  if (phase === "failed") return <p className={styles["problem"]} role="alert">{`It could not be run: ${problem}`}</p>;
  const isBusy = phase === "days" || phase === "sets";
  const isOfDays = (cancelledIn ?? phase) === "days";
  return (
    <div className={styles["progress"]}>
      <span role="status">
        <b>{done}</b> {`of ${count} ${isOfDays ? "days loaded" : "sets"}`}
        {phase === "cancelled" ? (isOfDays ? ", cancelled" : ", cancelled: what was found by then") : undefined}
        {lackingWords(lacking)}
      </span>
      <progress max={Math.max(count, 1)} value={done} aria-label="Progress" />
      {isBusy ? (
        <Button size="header" kind="danger" onClick={cancel}>
          Cancel
        </Button>
      ) : undefined}
    </div>
  );
}

const lackingWords = (days: readonly DayKey[]): string =>
  days.length === 0 ? "" : `; left out, without this expiry: ${days.map(({ date }) => dateText(date)).join(", ")}`;

function Shown(): ReactNode {
  const pane = backtest.use();
  const run = useAtomValue(pane.runAtom);
  const hasSet = useAtomValue(pane.shownSetAtom) !== undefined;
  if (hasSet) return <Results />;
  if (run?.phase === "done") return <EmptyState message="The archive has no day with this symbol and expiry." />;
  if (run !== undefined && run.phase !== "failed" && run.phase !== "cancelled")
    return <EmptyState message="The days are being tried." />;
  return <EmptyState message="Choose legs and rules, then press Run. Days come from the archive." />;
}
