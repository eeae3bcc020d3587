import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { toned } from "../../components/tone.ts";
import { numberFormat, timeFormat } from "../../format/format.ts";
import { useDecimals, usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LineFigure } from "../../kit/series/LineFigure.tsx";
import { lastOf } from "../../kit/series/last-of.ts";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { WithSidePanel } from "../../kit/side-panel/SidePanel.tsx";
import { PickStrip } from "../../kit/strikes/PickStrip.tsx";
import { StrikesButton } from "../../kit/strikes/StrikesButton.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { ByStrike } from "./ByStrike.tsx";
import { decayCharts } from "./chart.ts";
import { premiumDecay } from "./pane.ts";
import styles from "./premium-decay.module.css";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

const baseMinuteOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.base.minute ?? Number.NaN;

/** What the chosen calls and puts have gained or lost since the first minutes of the day. */
export function View(): ReactNode {
  const pane = premiumDecay.use();
  const { spot: hasSpot, future: hasFuture } = useAtomValue(pane.optionsAtom);
  const base = useSlowFact(pane.stateAtom, baseMinuteOf);
  const decimals = useDecimals(pane);
  const charts = useMemo(
    () => decayCharts({ base, decimals, hasSpot, hasFuture }),
    [base, decimals, hasSpot, hasFuture],
  );
  return (
    <PaneScreen
      pane={pane}
      selectors={<Selectors />}
      figures={<Figures />}
      controls={<PickStrip pane={pane} picksAtom={pane.picksAtom} />}
    >
      <WithSidePanel panel={<ByStrike />}>
        <SeriesPane pane={pane} charts={charts} emptyText="No strike is chosen." isRoomy />
      </WithSidePanel>
    </PaneScreen>
  );
}

/** The picker's button, and the overlays. */
function Selectors(): ReactNode {
  const pane = premiumDecay.use();
  const [options, setOptions] = useAtom(pane.optionsAtom);
  const [picks, choose] = useAtom(pane.picksAtom);
  const isCurrency = useDecimals(pane) === 4;
  return (
    <>
      <StrikesButton pane={pane} chosen={picks} onChosen={choose} />
      <span className={styles["overlays"]}>
        {isCurrency ? undefined : (
          <Checkbox label="Spot" checked={options.spot} onChange={(spot) => setOptions({ ...options, spot })} />
        )}
        <Checkbox label="Future" checked={options.future} onChange={(future) => setOptions({ ...options, future })} />
      </span>
    </>
  );
}

const NONE = Number.NaN;

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  const last = lastOf(snapshot);
  const { minute = NONE, ce = NONE, pe = NONE, priced = 0, chosen = 0 } = snapshot?.base ?? {};
  return { both: last("both"), premium: ce + pe, minute, priced, chosen };
}

const share = numberFormat({ decimals: 1, signed: true, suffix: "%" });

function Figures(): ReactNode {
  const pane = premiumDecay.use();
  const { both, premium, minute, priced, chosen } = useSlowFact(pane.stateAtom, figuresOf);
  const { signed } = usePriceFormats(pane);
  const percent = (both / premium) * 100;
  return (
    <>
      <LineFigure pane={pane} line="ce" label="CE" format={signed.text} />
      <LineFigure pane={pane} line="pe" label="PE" format={signed.text} />
      <HeaderFigure label="CE + PE" value={signed.text(both)} {...toned(percent, `(${share.text(percent)})`)} />
      <HeaderFigure label="Base" value={timeFormat.text(minute)} change={`${priced} of ${chosen} priced`} />
    </>
  );
}
