import type { ReactNode } from "react";
import { HeaderFigure } from "../../components/HeaderFigure.tsx";
import { PaneHeader } from "../../components/PaneHeader.tsx";
import { ExpirySelect } from "../../components/pane/ExpirySelect.tsx";
import { PaneFreshness } from "../../components/pane/PaneFreshness.tsx";
import { PaneReplay } from "../../components/pane/PaneReplay.tsx";
import { SymbolSelect } from "../../components/pane/SymbolSelect.tsx";
import { toned } from "../../components/tone.ts";
import { formats } from "../../format/format.ts";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { stateAtom } from "./atoms.ts";
import { screen } from "./screen.ts";
import type { Snapshot } from "./snapshot.ts";

const factsOf = ({ snapshot, status }: PaneState<Snapshot>) => ({
  isLoading: status === "loading",
  maxPain: snapshot?.maxPain ?? Number.NaN,
  pcr: snapshot?.pcr ?? Number.NaN,
  pcrChange: snapshot?.pcrChange ?? Number.NaN,
});

/** 'Maxpain : 24,200' and 'PCR : 0.62 ( -32% )', green when PCR rose against the previous day, red when it fell. */
export function MaxpainHeader(): ReactNode {
  const { isLoading, maxPain, pcr, pcrChange } = useSlowFact(stateAtom, factsOf);
  const strike = Number.isInteger(maxPain) || Number.isNaN(maxPain) ? formats.whole : formats.price;
  return (
    <PaneHeader
      group="A"
      title={screen.title}
      symbol={<SymbolSelect disabled={isLoading} />}
      expiry={<ExpirySelect disabled={isLoading} />}
      figures={
        <>
          <HeaderFigure label="Maxpain" value={strike.text(maxPain)} />
          <HeaderFigure
            label="PCR"
            value={formats.price.text(pcr)}
            {...toned(pcrChange, `( ${formats.signedWholePercent.text(pcrChange)} )`)}
          />
        </>
      }
      freshness={<PaneFreshness stateAtom={stateAtom} />}
      replay={<PaneReplay />}
    />
  );
}
