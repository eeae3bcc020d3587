import { useAtom, useStore } from "jotai";
import type { ReactNode } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import type { Setting } from "../pane/mount.ts";
import type { StrikeAtom } from "./strike-state.ts";
import type { StrikePane } from "./use-strikes.ts";

interface AutoAtmProps {
  readonly pane: StrikePane;
  readonly autoAtom: Setting<boolean>;
  /** The strikes that follow the money while it is on; they stay where they are when it goes off. */
  readonly strikeAtoms: readonly StrikeAtom[];
  /** Why it cannot be changed; absent: it can. */
  readonly fixed?: string | undefined;
}

/** 'Auto ATM', 'ATM' in a narrow window. */
export function AutoAtm({ pane, autoAtom, strikeAtoms, fixed }: AutoAtmProps): ReactNode {
  const store = useStore();
  const [isAuto, setAuto] = useAtom(autoAtom);
  function turn(isOn: boolean): void {
    const atm = store.get(pane.stateAtom).snapshot?.strikes.atm ?? Number.NaN;
    if (!isOn && !Number.isNaN(atm)) for (const strikeAtom of strikeAtoms) store.set(strikeAtom, atm);
    setAuto(isOn);
  }
  return (
    <Checkbox
      label="Auto ATM"
      shortLabel="ATM"
      checked={isAuto}
      onChange={turn}
      disabled={fixed !== undefined}
      title={fixed ?? "The strike follows the money"}
    />
  );
}
