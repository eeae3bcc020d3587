import type { ReactNode } from "react";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { toned } from "../../components/tone.ts";
import { formats, numberFormat } from "../../format/format.ts";
import { usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { lastOf } from "../../kit/series/last-of.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { pairName } from "./chart.ts";
import { straddle } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const NONE = Number.NaN;
/** In windows up to this width the header would take two lines. */
const NO_VWAP_WIDTH = 1440;
const thousandths = numberFormat({ decimals: 3 });

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  const last = lastOf(snapshot);
  const { ce = NONE, pe = NONE, callDelta = NONE, putDelta = NONE } = snapshot ?? {};
  return { name: pairName(ce, pe), price: last("main"), vwap: last("cmbdVwap"), callDelta, putDelta };
}

/** The pair's price, how far it stands from its average price, and the deltas of one unit bought. */
export function Figures(): ReactNode {
  const pane = straddle.use();
  const { name, price, vwap, callDelta, putDelta } = useSlowFact(pane.stateAtom, figuresOf);
  const formatsOf = usePriceFormats(pane);
  const isNarrow = useNarrow(NO_VWAP_WIDTH);
  const against = price - vwap;
  const share = (against / vwap) * 100;
  const deltas = [
    `CE: ${thousandths.text(callDelta)}`,
    `PE: ${thousandths.text(putDelta)}`,
    `Position: ${thousandths.text(callDelta + putDelta)}`,
  ];
  return (
    <>
      <HeaderFigure label={name} value={formatsOf.price.text(price)} />
      {isNarrow ? undefined : (
        <HeaderFigure
          label="Against VWAP"
          value={formatsOf.signed.text(against)}
          {...(Number.isNaN(share) ? {} : toned(share, formats.signedPercent.text(share)))}
        />
      )}
      <HeaderFigure label="Delta" value={deltas.join(" ")} />
    </>
  );
}
