import { useAtom } from "jotai";
import { type ReactNode, useMemo } from "react";
import { reachOf } from "#contract/domain/choices/strike-choice.ts";
import { Select } from "../../components/controls/Select.tsx";
import { strikeTextOf } from "./strike-list.ts";
import type { StrikeAtom } from "./strike-state.ts";
import { type StrikePane, useAtm, useStrikes } from "./use-strikes.ts";

interface StrikeSelectProps {
  readonly pane: StrikePane;
  /** Of `createStrike`, or the centre of a range. */
  readonly strikeAtom: StrikeAtom;
  /** Accessible name; seen before the value as well, unless `hasPrefix` is false. */
  readonly label: string;
  readonly hasPrefix?: boolean;
  /** Which strikes are offered; default every one. Keep it stable. */
  readonly isOffered?: (strike: number) => boolean;
  /** Why it cannot be changed; absent: it can. */
  readonly fixed?: string | undefined;
}

/** One strike of the chain, the highest first. A strike that the chain lacks shows as the strike at the money. */
export function StrikeSelect(props: StrikeSelectProps): ReactNode {
  const { pane, strikeAtom, label, hasPrefix = true, isOffered, fixed } = props;
  const [centre, choose] = useAtom(strikeAtom);
  const strikes = useStrikes(pane);
  const atm = useAtm(pane);
  const options = useMemo(() => {
    const offered = Array.from(strikes).filter((strike) => isOffered?.(strike) ?? true);
    const textOf = strikeTextOf(offered);
    return offered.reverse().map((strike) => ({ value: strike, label: textOf(strike) }));
  }, [strikes, isOffered]);
  const shown = reachOf({ kind: "around", centre, each: 0 }, { strikes, atm }).centre;
  return (
    <Select
      label={label}
      {...(hasPrefix ? { prefix: label } : {})}
      options={options}
      value={shown}
      onChange={choose}
      disabled={fixed !== undefined || options.length === 0}
      title={fixed ?? label}
    />
  );
}
