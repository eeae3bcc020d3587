import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import type { IsoDate } from "#contract/domain/units.ts";
import { Select } from "../../components/controls/Select.tsx";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { expiryKeyOptions, expiryOptions } from "./expiry-options.ts";
import { useLetter } from "./mount.ts";
import { whyFixed } from "./why-fixed.ts";

interface ExpirySelectProps {
  /** While figures are loading. */
  readonly disabled?: boolean;
  /** As 'M:D:YYYY' instead of 'Mon DD'. */
  readonly asKeys?: boolean;
}

/** The letter's option expiry, nearest first. */
export function ExpirySelect({ disabled = false, asKeys = false }: ExpirySelectProps): ReactNode {
  const { expiriesAtom, contextAtom, chooseExpiryAtom } = useLetter();
  const expiries = useAtomValue(expiriesAtom);
  const context = useAtomValue(contextAtom);
  const choose = useSetAtom(chooseExpiryAtom);
  const why = whyFixed(useAtomValue(isReplayingAtom), disabled);
  return (
    <Select
      label="Expiry"
      options={asKeys ? expiryKeyOptions(expiries) : expiryOptions(expiries)}
      value={context?.expiry ?? ("" as IsoDate)}
      onChange={choose}
      disabled={why !== undefined || expiries.length === 0}
      title={why ?? "Expiry"}
    />
  );
}
