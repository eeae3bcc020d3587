import { useMemo } from "react";
import type { PaneContext } from "#contract/worker/screen.ts";
import { useFact } from "../../../state/market/slow-fact.ts";
import type { Contract, Side } from "./trade.ts";
import { type PaneToTrade, useTell } from "./use-trade.ts";

const isBseOf = (context: PaneContext | undefined): boolean => context?.exchange === "BSE";

/** As `useTrade`: wants to buy or sell a symbol's future of the pane's future expiry. On BSE no future is traded. */
export function useFutureTrade(pane: PaneToTrade): ((symbol: string, side: Side) => void) | undefined {
  const tell = useTell(pane);
  const isBse = useFact(pane.contextAtom, isBseOf);
  return useMemo(
    () =>
      isBse
        ? undefined
        : tell &&
          ((symbol, side) =>
            tell(
              ({ futureExpiry: expiry }) =>
                expiry && ({ symbol, expiry, strike: 0, type: "FUT", side } satisfies Contract),
            )),
    [tell, isBse],
  );
}
