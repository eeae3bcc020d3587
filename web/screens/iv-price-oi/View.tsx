import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { Checkbox } from "../../components/Checkbox.tsx";
import { HeaderFigure } from "../../components/HeaderFigure.tsx";
import { numberFormat } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { SpotFigure } from "../../kit/pane/SpotFigure.tsx";
import { useDecimals, usePriceFormats } from "../../kit/pane/use-decimals.ts";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { StrikeSelect } from "../../kit/strikes/StrikeSelect.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { pressed } from "./boxes.ts";
import { LABELS, lakhFormat, sideChart } from "./chart.ts";
import { ivPriceOi } from "./pane.ts";
import { FIGURES, type LineId, type Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

export function View(): ReactNode {
  const pane = ivPriceOi.use();
  const checked = useAtomValue(pane.checkedAtom);
  const decimals = useDecimals(pane);
  const charts = useMemo(() => {
    const ce = <StrikeSelect pane={pane} strikeAtom={pane.ceAtom} label="CE strike" hasPrefix={false} />;
    const pe = <StrikeSelect pane={pane} strikeAtom={pane.peAtom} label="PE strike" hasPrefix={false} />;
    return [sideChart("ce", checked, decimals, ce), sideChart("pe", checked, decimals, pe)];
  }, [pane, checked, decimals]);
  return (
    <PaneScreen
      pane={pane}
      selectors={<Boxes />}
      figures={
        <>
          <SpotFigure pane={pane} />
          <Figures />
        </>
      }
    >
      <SeriesPane pane={pane} charts={charts} visibleAtom={pane.visibleAtom} standalone />
    </PaneScreen>
  );
}

function Boxes(): ReactNode {
  const [checked, check] = useAtom(ivPriceOi.use().checkedAtom);
  return FIGURES.map((figure) => (
    <Checkbox
      key={figure}
      label={LABELS[figure]}
      checked={checked.includes(figure)}
      onChange={() => check((before) => pressed(before, figure))}
    />
  ));
}

function lastOf({ snapshot }: PaneState<Snapshot>) {
  const last = (id: LineId): number => snapshot?.series.lines[id].at(-1) ?? Number.NaN;
  const side = (name: "ce" | "pe") => ({
    strike: snapshot?.chosen[name] ?? Number.NaN,
    price: last(`${name}-price`),
    oi: last(`${name}-oi`),
    iv: last(`${name}-iv`),
  });
  return { ce: side("ce"), pe: side("pe") };
}

const ivFormat = numberFormat({ decimals: 2 });

/** Price, OI and IV of both contracts at the moment that is shown. */
function Figures(): ReactNode {
  const pane = ivPriceOi.use();
  const { ce, pe } = useSlowFact(pane.stateAtom, lastOf);
  const { price } = usePriceFormats(pane);
  const contract = (name: string, { strike, price: last, oi }: typeof ce) => (
    <HeaderFigure
      label={`${name} ${strikeText(strike)}`}
      value={price.text(last)}
      change={`OI ${lakhFormat.text(oi)}`}
    />
  );
  return (
    <>
      {contract("CE", ce)}
      {contract("PE", pe)}
      <HeaderFigure label="IV CE · PE" value={`${ivFormat.text(ce.iv)} · ${ivFormat.text(pe.iv)}`} change="%" />
    </>
  );
}
