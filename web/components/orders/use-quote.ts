import { atom, useAtomValue } from "jotai";
import { type RefObject, useEffect, useMemo, useState } from "react";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { TradeIntent } from "../../state/account/trading.ts";
import { liveListAtom } from "../../state/clock/day.ts";
import { expiriesOf, type Universe } from "../../state/market/universe.ts";
import { createStateAtom, type PaneElement, type PaneState, usePane } from "../../state/pane/pane.ts";
import { pane } from "../quote/pane.ts";
import type { Params, Snapshot } from "../quote/snapshot.ts";

type Contract = Pick<TradeIntent, "exchange" | "symbol" | "expiry" | "strike" | "type">;

/** What the market says of the contract, live, whatever the board looks at. */
export function useQuote(contract: Contract, root: RefObject<PaneElement | null>): PaneState<Snapshot> {
  const { exchange, symbol, expiry, strike, type } = contract;
  const atoms = useMemo(
    () => ({
      contextAtom: atom((get) => contextOf({ exchange, symbol, expiry }, get(liveListAtom))),
      paramsAtom: atom<Params>({ strike, type }),
      stateAtom: createStateAtom<Snapshot>("quote.state"),
    }),
    [exchange, symbol, expiry, strike, type],
  );
  usePane(pane, atoms, root);
  return useAtomValue(atoms.stateAtom);
}

function contextOf(
  { exchange, symbol, expiry }: Pick<Contract, "exchange" | "symbol" | "expiry">,
  universe: Universe | undefined,
): PaneContext {
  const futureExpiries = universe?.futureExpiries[exchange] ?? [];
  const expiries = universe ? expiriesOf(universe, exchange, symbol) : [];
  // The future that the contract's room carries: the first that does not expire before it.
  const futureExpiry = futureExpiries.find((one) => one >= expiry) ?? futureExpiries.at(-1);
  return { exchange, symbol, expiry, expiries, futureExpiry, futureExpiries };
}

/** Milliseconds since the newest frame behind the figures, looked at twice a second; NaN before the first. */
export function useAge(frameAt: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - frameAt);
}
