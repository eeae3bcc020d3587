import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals, usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import type { Setting } from "../../kit/pane/mount.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { lakhFormat } from "../../kit/series/lakh-axis.ts";
import { lastOf } from "../../kit/series/last-of.ts";
import { SeriesPane } from "../../kit/series/SeriesPane.tsx";
import { StrikeSelect } from "../../kit/strikes/StrikeSelect.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { LABELS, sideChart } from "./chart.ts";
import { ivPriceOi } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export { screen } from "./screen.ts";

export function View(): ReactNode {
  const pane = ivPriceOi.use();
  const checked = useAtomValue(pane.checkedAtom);
  const decimals = useDecimals(pane);
  const isForward = useSlowFact(pane.stateAtom, isForwardOf);
  const charts = useMemo(() => {
    const ce = (
      <>
        <StrikeSelect pane={pane} strikeAtom={pane.ceAtom} label="CE strike" hasPrefix={false} />
        <LinesPricedOn pane={pane} />
      </>
    );
    const pe = <StrikeSelect pane={pane} strikeAtom={pane.peAtom} label="PE strike" hasPrefix={false} />;
    const facts = { checked, decimals, isForward };
    return [sideChart("ce", { ...facts, controls: ce }), sideChart("pe", { ...facts, controls: pe })];
  }, [pane, checked, decimals, isForward]);
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
      <SeriesPane pane={pane} charts={charts} standalone />
    </PaneScreen>
  );
}

const isForwardOf = ({ snapshot }: PaneState<Snapshot>): boolean => snapshot?.pricedOn.forward ?? false;

const Boxes = (): ReactNode =>
  ivPriceOi.use().boxes.map(([figure, boxAtom]) => <Box key={figure} label={LABELS[figure]} boxAtom={boxAtom} />);

function Box({ label, boxAtom }: { readonly label: string; readonly boxAtom: Setting<boolean> }): ReactNode {
  const [isOn, turn] = useAtom(boxAtom);
  return <Checkbox label={label} checked={isOn} onChange={turn} />;
}

function contractsOf({ snapshot }: PaneState<Snapshot>) {
  const last = lastOf(snapshot);
  const side = (name: "ce" | "pe") => ({
    strike: snapshot?.chosen[name] ?? Number.NaN,
    price: last(`${name}-price`),
    oi: last(`${name}-oi`),
    iv: last(`${name}-iv`),
  });
  return { ce: side("ce"), pe: side("pe") };
}

/** Price, OI and IV of both contracts at the moment that is shown. */
function Figures(): ReactNode {
  const pane = ivPriceOi.use();
  const { ce, pe } = useSlowFact(pane.stateAtom, contractsOf);
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
      <HeaderFigure
        label="IV CE · PE"
        value={`${formats.price.text(ce.iv)} · ${formats.price.text(pe.iv)}`}
        change="%"
      />
    </>
  );
}
