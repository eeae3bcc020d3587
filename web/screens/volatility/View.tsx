import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useCallback } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { type Option, Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { toned } from "../../components/tone.ts";
import { formats, timeFormat } from "../../format/format.ts";
import { Caveat } from "../../kit/pane/Caveat.tsx";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { hvName, outOf100 } from "../../kit/volatility/hv-iv-chart.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { Charts } from "./Charts.tsx";
import { volatility } from "./pane.ts";
import { RANGES, type Snapshot } from "./snapshot.ts";
import styles from "./volatility.module.css";
import { caveatsOf } from "./words.ts";

export { screen } from "./screen.ts";

/** What the options of a symbol say of volatility: by strike, by expiry, ahead and behind. */
export function View(): ReactNode {
  const pane = volatility.use();
  return (
    <PaneScreen
      pane={pane}
      figures={
        <>
          <SpotFigure pane={pane} />
          <Figures />
        </>
      }
      controls={<Controls />}
    >
      <Charts />
    </PaneScreen>
  );
}

const NONE = Number.NaN;

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  return {
    iv: snapshot?.atmIv ?? NONE,
    before: snapshot?.previousAtmIv ?? NONE,
    hv: snapshot?.daily?.series.lines.hv.at(-1) ?? NONE,
    rank: snapshot?.daily?.ivRank ?? NONE,
    percentile: snapshot?.daily?.ivPercentile ?? NONE,
    move: snapshot?.move.toExpiry ?? NONE,
    expiry: snapshot ? dayWords(snapshot.expiry) : "expiry",
  };
}

/** IV at the money now; HV, rank and percentile are those of the last finished day. */
function Figures(): ReactNode {
  const pane = volatility.use();
  const { window } = useAtomValue(pane.paramsAtom);
  const { iv, before, hv, rank, percentile, move, expiry } = useSlowFact(pane.stateAtom, figuresOf);
  const { price } = usePriceFormats(pane);
  return (
    <>
      <HeaderFigure
        label="ATM IV"
        value={formats.price.text(iv)}
        {...toned(iv - before, formats.signedPrice.text(iv - before))}
      />
      <HeaderFigure label={hvName(window)} value={formats.price.text(hv)} />
      <HeaderFigure label="IV − HV" value={formats.signedPrice.text(iv - hv)} />
      <HeaderFigure label="IV rank" value={outOf100(rank)} />
      <HeaderFigure label="IV percentile" value={outOf100(percentile)} />
      <HeaderFigure
        label={`Move to ${expiry}`}
        value={Number.isNaN(move) ? "-" : `± ${price.text(move)}`}
        change="1σ"
      />
    </>
  );
}

const RANGE_OPTIONS = RANGES.map((each) => ({ value: each, label: each === 100 ? "All" : `ATM ± ${each}` }));

const dayOf = ({ snapshot }: PaneState<Snapshot>) => ({
  first: snapshot?.first ?? NONE,
  last: snapshot?.last ?? NONE,
  cadence: snapshot?.cadence ?? 1,
});

/** Which minute and which strikes; what is missing; what everything is priced on. */
function Controls(): ReactNode {
  const pane = volatility.use();
  const [minute, chooseMinute] = useAtom(pane.minuteAtom);
  const [range, chooseRange] = useAtom(pane.rangeAtom);
  const day = useSlowFact(pane.stateAtom, dayOf);
  return (
    <ControlRow>
      <Select
        label="Minute"
        prefix="Minute"
        options={minuteOptions(day, minute)}
        value={minute}
        onChange={chooseMinute}
      />
      <Select label="Strikes" prefix="Strikes" options={RANGE_OPTIONS} value={range} onChange={chooseRange} />
      <Caveats />
      <span className={styles["end"]}>
        <LinesPricedOn pane={pane} />
      </span>
    </ControlRow>
  );
}

function Caveats(): ReactNode {
  const pane = volatility.use();
  const minute = useAtomValue(pane.minuteAtom);
  const wordsFor = useCallback(
    ({ snapshot }: PaneState<Snapshot>): string => (snapshot ? caveatsOf(snapshot, minute).join(" · ") : ""),
    [minute],
  );
  return <Caveat words={useSlowFact(pane.stateAtom, wordsFor)} />;
}

interface DayMinutes {
  readonly first: number;
  readonly last: number;
  readonly cadence: number;
}

type Chosen = "off" | "first" | number;

/** The latest minute first. A chosen one that the day does not have yet stays in the list. */
function minuteOptions({ first, last, cadence }: DayMinutes, chosen: Chosen): readonly Option<Chosen>[] {
  const times: number[] = [];
  for (let at = last; at >= first; at -= cadence) times.push(at);
  if (typeof chosen === "number" && !times.includes(chosen)) times.unshift(chosen);
  return [
    { value: "off", label: "None" },
    { value: "first", label: "First of day" },
    ...times.map((at) => ({ value: at, label: timeFormat.text(at) })),
  ];
}
