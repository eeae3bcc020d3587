import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, Suspense, useState } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { Button } from "../../components/controls/Button.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { ModeSelect } from "../../kit/strategy/ladder/ModeSelect.tsx";
import { StrategyActions } from "../../kit/strategy/layout/StrategyLayout.tsx";
import { newOrderId } from "../../kit/strategy/legs/book.ts";
import { marksOf } from "../../kit/strategy/legs/marks.ts";
import { ALL_DAYS } from "../../kit/strategy/strategy-atoms.ts";
import { staysAsSent } from "../../kit/strategy/strategy-pane.ts";
import { TradeButton } from "../../kit/strategy/trade/TradeButton.tsx";
import { repriced } from "./older-adjust.ts";
import { olderBuilder } from "./pane.ts";

const AdjustDialog = lazyPart(() => import("./AdjustDialog.tsx"), "AdjustDialog");
const NO_LEG = { disabled: true, title: "There is no leg yet" };
/** Legs without orders of that day have no price meanwhile. */
const OF_ONE_DAY = { disabled: true, title: "Choose Total P&L first: it is of all days" };

/** Options or the future of the expiry, and the other chart. */
export function Selectors(): ReactNode {
  const pane = olderBuilder.use();
  const [showsPrices, showPrices] = useAtom(pane.showsPricesAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  return (
    <>
      <ModeSelect />
      <Button size="header" onClick={() => showPrices(!showsPrices)} {...(!hasLegs && NO_LEG)}>
        {showsPrices ? "PayOff Chart" : "Strategy Chart"}
      </Button>
    </>
  );
}

/** What can be done with the strategy as a whole. */
export function Actions(): ReactNode {
  const pane = olderBuilder.use();
  const clear = useSetAtom(pane.clearAtom);
  const [panel, show] = useAtom(pane.panelAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const updatePrices = useUpdatePrices();
  const [day, chooseDay] = useAtom(pane.tradedDayAtom);
  const [isAdjusting, adjust] = useState(false);
  const noLegs = hasLegs ? {} : NO_LEG;
  return (
    <ControlRow wraps>
      <LinesPricedOn pane={pane} />
      <StrategyActions>
        <Button size="header" kind="quiet" onClick={clear} {...noLegs}>
          Clear All
        </Button>
        <Button size="header" onClick={updatePrices} {...noLegs} {...(day !== ALL_DAYS && OF_ONE_DAY)}>
          Update Price
        </Button>
        <Button
          size="header"
          onClick={() => show(panel === "save" ? "ladder" : "save")}
          {...(panel !== "save" && noLegs)}
        >
          {panel === "save" ? "Builder" : "Save Strategy"}
        </Button>
        <Button size="header" onClick={() => show(panel === "load" ? "ladder" : "load")}>
          {panel === "load" ? "Builder" : "Load Strategy"}
        </Button>
        <Button
          size="header"
          onClick={() => {
            chooseDay(ALL_DAYS); // a leg without orders of one day has no figures on it
            adjust(true);
          }}
          {...noLegs}
        >
          Adjust Strategy
        </Button>
        <TradeButton columns={["Calls", "Puts"]} spellsSide sendsIds={false} />
      </StrategyActions>
      <Suspense>{isAdjusting ? <AdjustDialog onClose={() => adjust(false)} /> : undefined}</Suspense>
    </ControlRow>
  );
}

function useUpdatePrices(): () => void {
  const pane = olderBuilder.use();
  const store = useStore();
  return () => {
    const state = store.get(pane.stateAtom);
    const marks = marksOf(state);
    const symbol = state.context?.symbol;
    if (symbol === undefined) return;
    const legs = store.get(pane.legsAtom);
    const all = legs.flatMap(({ orders }) => orders);
    if (staysAsSent(store, pane, all)) return;
    store.set(pane.legsAtom, repriced(legs, marks, underlyingOf(symbol), newOrderId));
  };
}
