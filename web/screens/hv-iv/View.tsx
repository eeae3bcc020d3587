import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats } from "../../format/format.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LineFigure } from "../../kit/series/LineFigure.tsx";
import { lastOf } from "../../kit/series/last-of.ts";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { HvWindowSelect } from "../../kit/volatility/HvWindowSelect.tsx";
import { hvIvChart, hvName, ivGround, outOf100, wordsOf } from "../../kit/volatility/hv-iv-chart.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { pricingAtom } from "../../state/saved/preferences.ts";
import { hvIv } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const wordsBeside = ({ snapshot }: PaneState<Snapshot>): string => (snapshot ? wordsOf(snapshot) : "");

/** Historical volatility of the closes against IV at the money, by day. */
export function View(): ReactNode {
  const pane = hvIv.use();
  const [{ window }, choose] = useAtom(pane.paramsAtom);
  const words = useSlowFact(pane.stateAtom, wordsBeside);
  const { forward } = useAtomValue(pricingAtom);
  const charts = useMemo(
    () => [hvIvChart(window, words === "" ? "" : `${words} · ${ivGround(forward)}`)],
    [window, words, forward],
  );
  return (
    <PaneScreen
      pane={pane}
      selectors={<HvWindowSelect window={window} onChange={(days) => choose({ window: days })} />}
      figures={<Figures />}
    >
      <SeriesPane pane={pane} charts={charts} x="date" emptyText="There are no daily figures of this symbol." />
    </PaneScreen>
  );
}

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  const last = lastOf(snapshot);
  return {
    over: last("iv") - last("hv"),
    rank: snapshot?.ivRank ?? Number.NaN,
    percentile: snapshot?.ivPercentile ?? Number.NaN,
  };
}

/** Of the last day shown. */
function Figures(): ReactNode {
  const pane = hvIv.use();
  const { window } = useAtomValue(pane.paramsAtom);
  const { over, rank, percentile } = useSlowFact(pane.stateAtom, figuresOf);
  return (
    <>
      <LineFigure pane={pane} line="iv" label="IV" format={formats.price.text} />
      <LineFigure pane={pane} line="hv" label={hvName(window)} format={formats.price.text} />
      <HeaderFigure label="IV − HV" value={formats.signedPrice.text(over)} />
      <HeaderFigure label="IV rank" value={outOf100(rank)} />
      <HeaderFigure label="IV percentile" value={outOf100(percentile)} />
    </>
  );
}
