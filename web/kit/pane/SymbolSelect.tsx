import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Select } from "../../components/controls/Select.tsx";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { universeAtom } from "../../state/market/market.ts";
import { symbolsOf } from "../../state/market/universe.ts";
import { useLetter } from "./mount.ts";
import { whyFixed } from "./why-fixed.ts";

/** The letter's symbol, out of those its exchange lists. @param disabled while figures are loading. */
export function SymbolSelect({ disabled = false }: { readonly disabled?: boolean }): ReactNode {
  const { exchangeAtom, symbolAtom, chooseSymbolAtom } = useLetter();
  const universe = useAtomValue(universeAtom);
  const exchange = useAtomValue(exchangeAtom);
  const [symbol] = useAtomValue(symbolAtom);
  const choose = useSetAtom(chooseSymbolAtom);
  const why = whyFixed(useAtomValue(isReplayingAtom), disabled);
  const options = universe ? symbolsOf(universe, exchange).map((one) => ({ value: one, label: one })) : [];
  return (
    <Select
      label="Symbol"
      options={options.length > 0 ? options : [{ value: symbol, label: symbol }]}
      value={symbol}
      onChange={choose}
      disabled={why !== undefined || universe === undefined}
      title={why ?? "Symbol"}
      strong
    />
  );
}
