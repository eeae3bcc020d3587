import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { Profits } from "#contract/domain/strategy/profits.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { counted } from "../../format/count-words.ts";
import { formats } from "../../format/format.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { QuickFind } from "../../kit/table/QuickFind.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import {
  damagedAtom,
  isBareAtom,
  loadBookAtom,
  pendingAtom,
  phaseAtom,
  portfolioNameAtom,
  portfolioNamesAtom,
  realisedOf,
  saveAllAtom,
  staleAtom,
  takeKeptAtom,
} from "./book/book.ts";
import { shownAtom } from "./book/positions.ts";
import { useLoadedBook } from "./book/use-loaded-book.ts";
import { portfolio } from "./pane.ts";
import styles from "./portfolio.module.css";
import { Rows } from "./Rows.tsx";
import { MOST_ROOMS } from "./screen.ts";
import { StopDialog } from "./stops/StopDialog.tsx";
import { stopsAtom } from "./stops/stops.ts";

export { screen } from "./screen.ts";

// Orders come after the figures.
const Trade = lazyPart(() => import("./closing/Trade.tsx"), "Trade");
const AttributionBand = lazyPart(() => import("./attribution/AttributionBand.tsx"), "AttributionBand");

/** The saved strategies of a portfolio: what each has won and lost, its stop and target, and closing it. */
export function View(): ReactNode {
  const pane = portfolio.use();
  const [stopOf, askStop] = useAtom(pane.stopOfAtom);
  useLoadedBook();
  useFreshList();
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<Figures />} controls={<Problems />}>
      <Body />
      {stopOf === undefined ? undefined : <StopDialog of={stopOf} onClose={() => askStop(undefined)} />}
    </PaneScreen>
  );
}

function Body(): ReactNode {
  const phase = useAtomValue(phaseAtom);
  const strategies = useAtomValue(shownAtom);
  const isBare = useAtomValue(isBareAtom);
  const load = useSetAtom(loadBookAtom);
  const hasCauses = useAtomValue(portfolio.use().hasCausesAtom);
  if (strategies.length > 0)
    return (
      <div className={styles["body"]}>
        <Rows />
        <Suspense>{hasCauses ? <AttributionBand /> : undefined}</Suspense>
      </div>
    );
  if (phase === "failed")
    return (
      <EmptyState
        message="The portfolio could not be loaded."
        action={<Button onClick={() => void load()}>Try again</Button>}
      />
    );
  if (phase === "locked")
    return (
      <EmptyState
        message="Locked: the legs of these strategies are private by choice."
        action={<Button onClick={() => void load()}>Unlock</Button>}
      />
    );
  if (phase !== "ready") return <EmptyState message="The portfolio is being loaded." />;
  return (
    <EmptyState
      message={
        isBare
          ? "This portfolio is empty. Save a strategy in the Strategy Builder."
          : "No strategy of this portfolio has an expiry that is listed."
      }
    />
  );
}

/** What was saved in a builder meanwhile is there when the screen is opened. */
function useFreshList(): void {
  const load = useSetAtom(loadBookAtom);
  const phase = useAtomValue(phaseAtom);
  const [wasLoaded] = useState(phase === "ready");
  useEffect(() => {
    if (wasLoaded) void load();
  }, [wasLoaded, load]);
}

function Selectors(): ReactNode {
  const names = useAtomValue(portfolioNamesAtom);
  const [name, choose] = useAtom(portfolioNameAtom);
  const { expandedAtom, hasCausesAtom, findAtom } = portfolio.use();
  const [hasCauses, showCauses] = useAtom(hasCausesAtom);
  const strategies = useAtomValue(shownAtom);
  const expand = useSetAtom(expandedAtom);
  return (
    <>
      <Select
        label="Portfolio"
        options={names.map((value) => ({ value, label: value }))}
        value={name}
        onChange={choose}
        strong
      />
      <Button size="header" onClick={() => expand(new Set(strategies.map(({ id }) => id)))}>
        Expand All
      </Button>
      <Button size="header" onClick={() => expand(new Set<string>())}>
        Collapse All
      </Button>
      <Button
        size="header"
        aria-pressed={hasCauses}
        title="What the profit came from, minute by minute. It loads the chains of the legs."
        onClick={() => showCauses(!hasCauses)}
      >
        Attribution
      </Button>
      <SaveAll />
      <QuickFind findAtom={findAtom} noun="strategies" />
      <Suspense>
        <Trade />
      </Suspense>
    </>
  );
}

function SaveAll(): ReactNode {
  const pending = useAtomValue(pendingAtom);
  const isStale = useAtomValue(staleAtom).length > 0;
  const save = useSetAtom(saveAllAtom);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, fail] = useState(false);
  async function press(): Promise<void> {
    setBusy(true);
    fail(false);
    try {
      await save();
    } catch (error) {
      console.warn("the portfolio is not saved:", error);
      fail(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      size="header"
      disabled={isBusy || pending.length === 0}
      title={isStale ? "Reload first" : hasFailed ? "It was not saved: press again" : "Saves what is changed"}
      onClick={() => void press()}
    >
      {isBusy ? "Saving..." : hasFailed ? "Save All (not saved)" : "Save All"}
    </Button>
  );
}

const factsOf = (snapshot: Profits | undefined) => ({
  priced: snapshot?.priced ?? Number.NaN,
  count: snapshot?.strategies.length ?? Number.NaN,
  unrealised: snapshot?.unrealised ?? Number.NaN,
});

function Figures(): ReactNode {
  const { priced, count, unrealised } = useSlowFact(portfolio.use().profitsAtom, factsOf);
  const realised = useAtomValue(portfolio.use().heldAtom).reduce((sum, one) => sum + realisedOf(one), 0);
  const stops = Object.values(useAtomValue(stopsAtom)).filter(({ message }) => message !== "");
  const hit = stops.filter(({ isHit }) => isHit).length;
  return (
    <>
      <HeaderFigure label="Realised" value={formats.signedPrice.text(realised)} />
      <HeaderFigure label="Unrealised" value={formats.signedPrice.text(unrealised)} />
      <HeaderFigure
        label="Stops and targets"
        value={`${stops.length - hit} open`}
        {...(hit > 0 && { change: `${hit} hit` })}
      />
      <HeaderFigure label="Priced" value={Number.isNaN(count) ? "-" : `${priced} of ${count}`} />
    </>
  );
}

/** What is not in the figures, and why. */
function Problems(): ReactNode {
  const damaged = useAtomValue(damagedAtom);
  const unloaded = useAtomValue(portfolio.use().unloadedAtom);
  const unsettled = useAtomValue(portfolio.use().unsettledAtom);
  const stale = useAtomValue(staleAtom).map(({ name }) => name);
  const take = useSetAtom(takeKeptAtom);
  const problems = [
    ...(damaged.length > 0 ? [`Cannot be read: ${damaged.join(", ")}.`] : []),
    ...(unloaded > 0
      ? [`${counted(unloaded, "strategy is", "strategies are")} left out: ${MOST_ROOMS} chains are loaded at most.`]
      : []),
    ...(unsettled === "" ? [] : [`No settlement of an expired leg is known: ${unsettled}.`]),
    ...(stale.length > 0
      ? [
          `Changed here and elsewhere, so not saved: ${stale.join(", ")}. Reload drops closing orders that no broker has.`,
        ]
      : []),
  ];
  if (problems.length === 0) return undefined;
  return (
    <p className={styles["problem"]} role="status">
      {problems.join(" ")}
      {stale.length > 0 ? (
        <Button size="header" onClick={() => void take()}>
          Reload
        </Button>
      ) : undefined}
    </p>
  );
}
