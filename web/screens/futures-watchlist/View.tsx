import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useCallback, useEffect, useMemo } from "react";
import { NAME_SEPARATOR } from "#contract/worker/table.ts";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { NamedSetControls } from "../../kit/named-sets/NamedSetControls.tsx";
import { PickList } from "../../kit/named-sets/PickList.tsx";
import { useMount } from "../../kit/pane/mount.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { useFutureTrade } from "../../kit/pane/trade/use-future-trade.ts";
import { QuickFind } from "../../kit/table/QuickFind.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { ListFacts } from "./ListFacts.tsx";
import type { WatchList } from "./lists.ts";
import { ownLists, watchList } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { table } from "./table.tsx";

export { screen } from "./screen.ts";

const LEAD = <ListFacts />;

/** The futures of a list, live; a click on one turns the letter's panes to it. */
export function View(): ReactNode {
  const pane = watchList.use();
  const look = useAtomValue(pane.lookAtom);
  const trade = useFutureTrade(pane);
  const loadOwn = useSetAtom(ownLists.loadAtom);
  const carry = useSetAtom(pane.carryAtom);
  const isInWorkspace = useMount().isCompact;
  useEffect(
    () => void loadOwn().then((isKnown) => isKnown && isInWorkspace && carry()),
    [loadOwn, isInWorkspace, carry],
  );
  return (
    <PaneScreen pane={pane} selectors={<Selectors />}>
      <TablePane table={table} pane={pane} look={look} lead={LEAD} turnsLetter onTrade={trade} tradeColumn="ltp" />
    </PaneScreen>
  );
}

const NO_NAMES: readonly string[] = [];
const isBlank = (list: WatchList): boolean => list === undefined || list.length === 0;
const editor = (list: WatchList, change: (list: WatchList) => void): ReactNode => (
  <FuturePicker picked={list ?? NO_NAMES} onChange={change} />
);

function Selectors(): ReactNode {
  const { lists, hasSectorAtom, hasBasisAtom, isPercentageAtom, findAtom } = watchList.use();
  const [hasSector, showSector] = useAtom(hasSectorAtom);
  const [hasBasis, showBasis] = useAtom(hasBasisAtom);
  const [isPercentage, showPercentage] = useAtom(isPercentageAtom);
  return (
    <>
      <NamedSetControls
        sets={lists}
        noun="Watchlist"
        prefix="List"
        blank={NO_NAMES}
        isBlank={isBlank}
        editor={editor}
      />
      <Checkbox label="Sector" checked={hasSector} onChange={showSector} />
      <Checkbox
        label="Basis"
        checked={hasBasis}
        onChange={showBasis}
        title="Future less spot, and its cost of carry a year"
      />
      <Checkbox label="Percentage" checked={isPercentage} onChange={showPercentage} />
      <QuickFind findAtom={findAtom} noun="futures" />
    </>
  );
}

/** As one text: it changes with the room, not with a tick. */
const futuresOf = ({ snapshot }: PaneState<Snapshot>): string =>
  snapshot?.names.split(NAME_SEPARATOR, snapshot.futures).sort().join(NAME_SEPARATOR) ?? "";

interface FuturePickerProps {
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

function FuturePicker({ picked, onChange }: FuturePickerProps): ReactNode {
  const text = useFact(watchList.use().stateAtom, useCallback(futuresOf, []));
  const all = useMemo(() => (text === "" ? NO_NAMES : text.split(NAME_SEPARATOR)), [text]);
  return <PickList label="Futures" all={all} picked={picked} onChange={onChange} />;
}
