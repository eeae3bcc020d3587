import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { BLOCK_FRAME } from "#contract/domain/choices/frames.ts";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { formats } from "../../format/format.ts";
import { FutureFigure } from "../../kit/futures/FutureFigure.tsx";
import { SpotsFigure } from "../../kit/futures/SpotsFigure.tsx";
import { useDecimals, usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { ViewButton } from "../../kit/pane/ViewButton.tsx";
import { BlockSelect } from "../../kit/table/BlockSelect.tsx";
import { FrameSelect } from "../../kit/table/FrameSelect.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useStretches } from "../../kit/table/use-stretches.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { analysis } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Look, table } from "./table.ts";

export { screen } from "./screen.ts";

/** Up to this window width build-ups are 'LB'. */
const SHORT_WIDTH = 1120;

const isListedIn = ({ snapshot }: PaneState<Snapshot>): boolean => snapshot?.isListed ?? true;

/** What price and open interest of a future did, interval by interval. */
export function View(): ReactNode {
  const pane = analysis.use();
  const view = useAtomValue(pane.viewAtom);
  const hasLtp = useAtomValue(pane.hasLtpAtom);
  const block = useAtomValue(pane.blockAtom);
  const stretches = useStretches(pane, view === 1 ? block * BLOCK_FRAME : undefined);
  const isListed = useSlowFact(pane.stateAtom, isListedIn);
  const decimals = useDecimals(pane);
  const isShort = useNarrow(SHORT_WIDTH);
  const look = useMemo(
    (): Look => ({ view, hasLtp, isShort, decimals, ...stretches }),
    [view, hasLtp, isShort, decimals, stretches],
  );
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<Figures />}>
      {isListed ? (
        <TablePane table={table} pane={pane} look={look} />
      ) : (
        <EmptyState message="This symbol has no future of this expiry." />
      )}
    </PaneScreen>
  );
}

function Selectors(): ReactNode {
  const pane = analysis.use();
  const [view, show] = useAtom(pane.viewAtom);
  const [block, chooseBlock] = useAtom(pane.blockAtom);
  const [frame, chooseFrame] = useAtom(pane.frameAtom);
  return (
    <>
      <ViewButton view={view} onChange={show} />
      {view === 1 ? (
        <BlockSelect block={block} onChange={chooseBlock} />
      ) : (
        <FrameSelect pane={pane} frame={frame} onChange={chooseFrame} />
      )}
    </>
  );
}

const oiOf = ({ snapshot }: PaneState<Snapshot>) => ({
  oi: snapshot?.oi ?? Number.NaN,
  previousOi: snapshot?.previousOi ?? Number.NaN,
  basis: (snapshot?.price ?? Number.NaN) - (snapshot?.spot ?? Number.NaN),
  carry: snapshot?.carry ?? Number.NaN,
  lacksSpots: snapshot?.lacksSpots ?? false,
});

function Figures(): ReactNode {
  const pane = analysis.use();
  const { oi, previousOi, basis, carry, lacksSpots } = useSlowFact(pane.stateAtom, oiOf);
  const { signed } = usePriceFormats(pane);
  const moved = formats.signedPercent.text((oi / previousOi - 1) * 100);
  return (
    <>
      <FutureFigure pane={pane} />
      <HeaderFigure
        label="OI"
        value={formats.lakhUnit.text(oi)}
        {...(previousOi > 0 ? { change: `(${moved})` } : {})}
      />
      {lacksSpots ? (
        <SpotsFigure isMissing />
      ) : (
        <>
          <HeaderFigure label="Basis" value={signed.text(basis)} />
          <HeaderFigure label="Carry" value={formats.signedPercent.text(carry * 100)} />
        </>
      )}
    </>
  );
}
