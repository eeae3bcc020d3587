import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import type { IsoDate } from "#contract/domain/units.ts";
import { Select } from "../../components/Select.tsx";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { universeAtom } from "../../state/market/market.ts";
import { marketExpiriesOf } from "../../state/market/universe.ts";
import { expiryOptions } from "./expiry-options.ts";
import { useLetter } from "./mount.ts";
import { whyFixed } from "./why-fixed.ts";

interface FutureExpirySelectProps {
  /** While figures are loading. */
  readonly disabled?: boolean;
  /** Why it cannot be chosen, whatever else. */
  readonly fixed?: string | undefined;
  /** The pane shows the whole market: expiries that only a currency has are no choice. */
  readonly isMarketWide: boolean;
}

/** The letter's future expiry, out of those its exchange lists. */
export function FutureExpirySelect({ disabled = false, fixed, isMarketWide }: FutureExpirySelectProps): ReactNode {
  const { contextAtom, chooseFutureExpiryAtom } = useLetter();
  const context = useAtomValue(contextAtom);
  const choose = useSetAtom(chooseFutureExpiryAtom);
  const why = whyFixed(useAtomValue(isReplayingAtom), disabled) ?? fixed;
  const universe = useAtomValue(universeAtom);
  const market = isMarketWide && universe && context ? marketExpiriesOf(universe, context.exchange) : [];
  const expiries = market.length > 0 ? market : (context?.futureExpiries ?? []);
  return (
    <Select
      label="Future expiry"
      options={expiryOptions(expiries)}
      value={context?.futureExpiry ?? ("" as IsoDate)}
      onChange={choose}
      disabled={why !== undefined || expiries.length === 0}
      title={why ?? "Future expiry"}
    />
  );
}
