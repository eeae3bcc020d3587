import { type Atom, useStore } from "jotai";
import { useEffect, useMemo, useState } from "react";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { TradeIntent } from "../../state/trading.ts";

type Side = TradeIntent["side"];
type Contract = Omit<TradeIntent, "exchange">;
/** Says what the user wants, out of what the pane looks at. */
type Tell = (wanted: (context: PaneContext) => Contract | undefined) => void;

/** Wants to buy or sell an option of the pane's chain. @param strike rupees. */
export type Trade = (strike: number, type: "CE" | "PE", side: Side) => void;

interface PaneToTrade {
  readonly contextAtom: Atom<PaneContext | undefined>;
}

/** Undefined while nothing can be traded, and until that is known: the first figures do not wait for it. */
export function useTrade(pane: PaneToTrade): Trade | undefined {
  const tell = useTell(pane);
  return useMemo(
    () => tell && ((strike, type, side) => tell(({ symbol, expiry }) => ({ symbol, expiry, strike, type, side }))),
    [tell],
  );
}

/** As {@link useTrade}: wants to buy or sell a symbol's future of the pane's future expiry. */
export function useFutureTrade(pane: PaneToTrade): ((symbol: string, side: Side) => void) | undefined {
  const tell = useTell(pane);
  return useMemo(
    () =>
      tell &&
      ((symbol, side) =>
        tell(
          ({ futureExpiry: expiry }) => expiry && ({ symbol, expiry, strike: 0, type: "FUT", side } satisfies Contract),
        )),
    [tell],
  );
}

function useTell({ contextAtom }: PaneToTrade): Tell | undefined {
  const store = useStore();
  const [tell, setTell] = useState<Tell>();
  useEffect(() => {
    let unfollow: (() => void) | undefined;
    let isGone = false;
    import("../../state/trading.ts").then(
      ({ tradableExchangesAtom, tradeIntentAtom }) => {
        if (isGone) return;
        const want: Tell = (wanted) => {
          const context = store.get(contextAtom);
          const contract = context && wanted(context);
          if (contract) store.set(tradeIntentAtom, { exchange: context.exchange, ...contract });
        };
        const look = (): void => {
          const exchange = store.get(contextAtom)?.exchange ?? "NSE";
          setTell(() => (store.get(tradableExchangesAtom).includes(exchange) ? want : undefined));
        };
        const ends = [store.sub(tradableExchangesAtom, look), store.sub(contextAtom, look)];
        unfollow = () => {
          for (const end of ends) end();
        };
        look();
      },
      (why: unknown) => console.warn("trading:", why), // figures need no orders
    );
    return () => {
      isGone = true;
      unfollow?.();
    };
  }, [store, contextAtom]);
  return tell;
}
