import { useAtomValue } from "jotai";
import { type ReactNode, useCallback } from "react";
import { formats, numberFormat } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { SideFact, SideHead } from "../../kit/table/SideHead.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { analysis } from "./pane.ts";
import { LTP, OI, type Snapshot, sideSlot } from "./snapshot.ts";

const WORDS = { ce: "Calls", pe: "Puts" } as const;

/** '24,200 - Calls', with its price and open interest now. @param side absent: the one contract of view 1. */
export function ContractHead({ side: given }: { readonly side?: "ce" | "pe" }): ReactNode {
  const pane = analysis.use();
  const { stateAtom, sideAtom } = pane;
  const chosen = useAtomValue(sideAtom);
  const side = given ?? chosen;
  const facts = useSlowFact(
    stateAtom,
    useCallback(
      ({ snapshot }: PaneState<Snapshot>) => {
        const { values, slots = 0, followed = -1 } = snapshot ?? {};
        const at = followed * slots + sideSlot(given === "pe" ? 1 : 0, 0);
        return {
          strike: snapshot?.shown[side === "ce" ? 0 : 1] ?? Number.NaN,
          ltp: followed < 0 ? Number.NaN : values?.[at + LTP],
          oi: followed < 0 ? Number.NaN : values?.[at + OI],
        };
      },
      [given, side],
    ),
  );
  const { strike, ltp = Number.NaN, oi = Number.NaN } = facts;
  const decimals = useDecimals(pane);
  return (
    <SideHead side={side} before={`${strikeText(strike)} - `} name={WORDS[side]} isMirrored={given === "pe"}>
      <SideFact label="LTP" value={numberFormat({ decimals }).text(ltp)} />
      <SideFact label="OI" value={formats.lakhUnit.text(oi)} />
    </SideHead>
  );
}
