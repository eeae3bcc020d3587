import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { countPicks } from "#contract/domain/choices/strike-choice.ts";
import { counted } from "../../format/count-words.ts";
import { timeFormat } from "../../format/format.ts";
import { useDecimals, usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { FigureTable } from "../../kit/side-panel/FigureTable.tsx";
import { SidePanel, SideTable } from "../../kit/side-panel/SidePanel.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { premiumDecay } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { table } from "./table.ts";

const NONE = Number.NaN;

function premiumsOf({ snapshot }: PaneState<Snapshot>) {
  const { minute = NONE, ce = NONE, pe = NONE } = snapshot?.base ?? {};
  const lines = snapshot?.series.lines;
  return { minute, ce, pe, ceNow: ce + (lines?.ce.at(-1) ?? NONE), peNow: pe + (lines?.pe.at(-1) ?? NONE) };
}
const halfHoursOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.halfHours;

const strikes = (side: string, on: number): string => `${side}, ${counted(on, "strike")}`;

/** The change strike by strike, the premium then and now, and the change by half-hour; the latest is in view. */
export function ByStrike(): ReactNode {
  const pane = premiumDecay.use();
  const { minute, ce, pe, ceNow, peNow } = useSlowFact(pane.stateAtom, premiumsOf);
  const count = countPicks(useAtomValue(pane.picksAtom) ?? []);
  const halfHours = useSlowFact(pane.stateAtom, halfHoursOf);
  const since = timeFormat.text(minute);
  const decimals = useDecimals(pane);
  const formats = usePriceFormats(pane);
  const price = formats.price.text;
  const change = formats.signed.text;
  return (
    <SidePanel title="By strike" note={`since ${since}, ₹ a unit`}>
      <SideTable>
        <TablePane table={table} pane={pane} look={decimals} />
      </SideTable>
      <FigureTable
        head={["of the base premium", `at ${since}`, "now"]}
        rows={[
          { key: "ce", label: strikes("CE", count.ce), figures: [price(ce), price(ceNow)] },
          { key: "pe", label: strikes("PE", count.pe), figures: [price(pe), price(peNow)] },
          { key: "both", label: "CE + PE", figures: [price(ce + pe), price(ceNow + peNow)], isTotal: true },
        ]}
      />
      <FigureTable
        scrolls="By half-hour"
        head={["half-hour", "CE", "PE", "CE + PE"]}
        rows={Array.from(halfHours?.to ?? [], (to, i) => {
          const [calls, puts] = [halfHours?.ce[i] ?? NONE, halfHours?.pe[i] ?? NONE];
          return {
            key: to,
            label: `to ${timeFormat.text(to)}`,
            figures: [change(calls), change(puts), change(calls + puts)],
          };
        })}
      />
    </SidePanel>
  );
}
