import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { EXCHANGES } from "#contract/domain/instruments.ts";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { universeAtom } from "../../state/market/market.ts";
import { symbolsOf } from "../../state/market/universe.ts";
import { activeExchangeAtom } from "../../state/pane/letters.ts";

/** NSE or BSE, for the active letter; an exchange of which today's source lists nothing cannot be chosen. */
export function ExchangeSwitch(): ReactNode {
  const universe = useAtomValue(universeAtom);
  const [exchange, choose] = useAtom(activeExchangeAtom);
  const isReplaying = useAtomValue(isReplayingAtom);
  return (
    <SegmentedControl
      label="Exchange"
      segments={EXCHANGES.map((value) => {
        const isEmpty = universe !== undefined && symbolsOf(universe, value).length === 0;
        return {
          value,
          label: value,
          disabled: (isEmpty || isReplaying) && value !== exchange,
          title: isReplaying ? "Not during a replay" : isEmpty ? `This market lists nothing on ${value}` : value,
        };
      })}
      value={exchange}
      onChange={choose}
    />
  );
}
