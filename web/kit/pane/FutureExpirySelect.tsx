import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import type { IsoDate } from "#contract/domain/units.ts";
import { ownFutureExpiries, ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { Select } from "../../components/controls/Select.tsx";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { universeAtom } from "../../state/market/market.ts";
import { marketExpiriesOf, type Universe } from "../../state/market/universe.ts";
import { expiryKeyOptions } from "./expiry-options.ts";
import { useLetter } from "./mount.ts";
import { whyFixed } from "./why-fixed.ts";

interface FutureExpirySelectProps {
  /** While figures are loading. */
  readonly disabled?: boolean;
  /** Why it cannot be chosen, whatever else. */
  readonly fixed?: string | undefined;
  /** The pane shows the whole market: expiries that only a currency has are no choice. Else those of its symbol are. */
  readonly isMarketWide: boolean;
}

/** The letter's future expiry, out of those its exchange lists. */
export function FutureExpirySelect({ disabled = false, fixed, isMarketWide }: FutureExpirySelectProps): ReactNode {
  const { contextAtom, chooseFutureExpiryAtom } = useLetter();
  const context = useAtomValue(contextAtom);
  const choose = useSetAtom(chooseFutureExpiryAtom);
  const why = whyFixed(useAtomValue(isReplayingAtom), disabled) ?? fixed;
  const universe = useAtomValue(universeAtom);
  const shown = context && (isMarketWide ? context.futureExpiry : ownFutureExpiry(context));
  const expiries = context ? choicesOf(context, shown, isMarketWide ? universe : undefined) : [];
  return (
    <Select
      label="Future expiry"
      options={expiryKeyOptions(expiries)}
      value={shown ?? ("" as IsoDate)}
      onChange={choose}
      disabled={why !== undefined || expiries.length === 0}
      title={why ?? "Future expiry"}
    />
  );
}

/** What a market-wide pane shows is among them: an expiry of a currency may have been chosen in another. */
function choicesOf(
  context: PaneContext,
  shown: IsoDate | undefined,
  universe: Universe | undefined,
): readonly IsoDate[] {
  const market = universe ? marketExpiriesOf(universe, context.exchange) : ownFutureExpiries(context);
  const choices = market.length > 0 ? market : context.futureExpiries;
  return shown === undefined || choices.includes(shown) ? choices : [shown, ...choices];
}
