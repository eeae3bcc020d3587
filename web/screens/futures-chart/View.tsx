import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import type { RollKind } from "#contract/domain/choices/roll-kind.ts";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { counted } from "../../format/count-words.ts";
import { formats, numberFormat } from "../../format/format.ts";
import { FutureFigure } from "../../kit/futures/FutureFigure.tsx";
import { useDecimals, usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { choice, SettingsDialog } from "../../kit/settings/SettingsDialog.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { futureCharts } from "./chart.ts";
import { futuresChart } from "./pane.ts";
import { hasCoi, type Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const ROLL_OPTIONS: readonly { readonly value: RollKind; readonly label: string }[] = [
  { value: "later", label: "Later expiries of all" },
  { value: "next", label: "Next expiry of all" },
];
const NONE: readonly string[] = [];
/** Up to this width what the roll adds to the header takes the place of what basis and carry tell already. */
const TIGHT_WIDTH = 1440;
const shapeOf = ({ snapshot }: PaneState<Snapshot>) => ({
  oiFrom: snapshot?.oiFrom ?? Number.NaN,
  coiFrom: snapshot?.coiFrom ?? Number.NaN,
  lacking: snapshot?.lacking ?? NONE,
  isListed: snapshot?.isListed ?? true,
  hasSpot: snapshot?.series.lines.basis.some((basis) => !Number.isNaN(basis)) ?? false,
});

/** A future's price, its volume-weighted average and what its open interest did, through the day. */
export function View(): ReactNode {
  const pane = futuresChart.use();
  const coi = useAtomValue(pane.coiAtom);
  const decimals = useDecimals(pane);
  const { oiFrom, coiFrom, lacking, isListed, hasSpot } = useSlowFact(pane.stateAtom, shapeOf);
  const from = coi ? coiFrom : oiFrom;
  const charts = useMemo(
    () => futureCharts({ coi, decimals, from, lacking, hasSpot }),
    [coi, decimals, from, lacking, hasSpot],
  );
  return (
    <PaneScreen
      pane={pane}
      selectors={<Coi />}
      figures={<Figures />}
      settings={<SettingsDialog fields={[choice(pane.rollKindAtom, "Rolled (with COI)", ROLL_OPTIONS)]} />}
    >
      <SeriesPane
        pane={pane}
        charts={charts}
        gutter={64}
        emptyText={isListed ? undefined : "This symbol has no future of this expiry."}
      />
    </PaneScreen>
  );
}

/** Combined OI. */
function Coi(): ReactNode {
  const pane = futuresChart.use();
  const [coi, show] = useAtom(pane.coiAtom);
  const { symbol = "" } = useAtomValue(pane.contextAtom) ?? {};
  const isOffered = hasCoi(symbol);
  return (
    <Checkbox
      label="COI"
      checked={coi}
      onChange={show}
      disabled={!isOffered}
      title={isOffered ? "Change in OI of all expiries together" : `COI is not available for ${symbol}`}
    />
  );
}

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  const { price = Number.NaN, spot = Number.NaN } = snapshot ?? {};
  const { carry = Number.NaN, days = Number.NaN, series } = snapshot ?? {};
  const last = (id: "oi" | "coi"): number => series?.lines[id].at(-1) ?? Number.NaN;
  const { later = Number.NaN, next = Number.NaN } = snapshot?.rolled ?? {};
  const { rollCost = Number.NaN, rollCostYearly = Number.NaN } = snapshot ?? {};
  return { later, next, rollCost, rollCostYearly, price, spot, carry, days, oi: last("oi"), coi: last("coi") };
}

const change = numberFormat({ decimals: 2, signed: true, suffix: " L" });

function Figures(): ReactNode {
  const pane = futuresChart.use();
  const coi = useAtomValue(pane.coiAtom);
  const facts = useSlowFact(pane.stateAtom, figuresOf);
  const { price, spot, carry, days } = facts;
  const { price: text, signed } = usePriceFormats(pane);
  const isTight = useNarrow(TIGHT_WIDTH) && coi;
  return (
    <>
      <FutureFigure pane={pane} />
      {isTight ? undefined : <HeaderFigure label="Spot" value={text.text(spot)} />}
      <HeaderFigure label="Basis" value={signed.text(price - spot)} />
      <HeaderFigure
        label="Carry"
        value={formats.signedPercent.text(carry * 100)}
        {...(Number.isNaN(carry) || isTight ? {} : { change: counted(days, "day") })}
      />
      {coi ? <Roll {...facts} /> : undefined}
      <HeaderFigure label={coi ? "COI Change" : "OI Change"} value={change.text(coi ? facts.coi : facts.oi)} />
    </>
  );
}

interface RollProps extends Readonly<Record<RollKind, number>> {
  readonly rollCost: number;
  readonly rollCostYearly: number;
}

/** How much of the open interest is rolled over, and what the next expiry costs more; a year's rate behind it. */
function Roll(props: RollProps): ReactNode {
  const { rollCost, rollCostYearly } = props;
  const kind = useAtomValue(futuresChart.use().rollKindAtom);
  return (
    <>
      <HeaderFigure
        label={kind === "next" ? "Rolled to next" : "Rolled"}
        value={formats.percent.text(props[kind] * 100)}
      />
      <HeaderFigure
        label="Roll cost"
        value={formats.signedPercent.text(rollCost * 100)}
        {...(Number.isNaN(rollCostYearly)
          ? {}
          : { change: `${formats.signedPercent.text(rollCostYearly * 100)} p.a.` })}
      />
    </>
  );
}
