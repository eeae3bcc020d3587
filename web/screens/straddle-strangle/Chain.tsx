import { useSetAtom } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { SidePanel, SideTable } from "../../kit/side-panel/SidePanel.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { partOf } from "../../kit/table/table-part.ts";
import { straddle } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { table } from "./table.ts";

/** Every strike's straddle; a click takes its strike. */
export function Chain(): ReactNode {
  const pane = straddle.use();
  const part = useMemo(() => partOf(pane.stateAtom, ({ chain }: Snapshot) => chain), [pane]);
  const chooseCe = useSetAtom(pane.ceAtom);
  const choosePe = useSetAtom(pane.peAtom);
  const choose = useCallback(
    (strike: string) => {
      chooseCe(Number(strike));
      choosePe(Number(strike));
    },
    [chooseCe, choosePe],
  );
  return (
    <SidePanel title="Straddle chain" note="a click takes the strike">
      <SideTable fills>
        <TablePane table={table} pane={part} look={useDecimals(pane)} onRow={choose} />
      </SideTable>
    </SidePanel>
  );
}
