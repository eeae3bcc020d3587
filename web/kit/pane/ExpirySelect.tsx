import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import type { IsoDate } from "#contract/domain/units.ts";
import { Select } from "../../components/Select.tsx";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { expiryOptions } from "./expiry-options.ts";
import { useLetter } from "./mount.ts";
import { whyFixed } from "./why-fixed.ts";

/** The letter's option expiry, nearest first. @param disabled while figures are loading. */
export function ExpirySelect({ disabled = false }: { readonly disabled?: boolean }): ReactNode {
  const { expiriesAtom, contextAtom, chooseExpiryAtom } = useLetter();
  const expiries = useAtomValue(expiriesAtom);
  const context = useAtomValue(contextAtom);
  const choose = useSetAtom(chooseExpiryAtom);
  const why = whyFixed(useAtomValue(isReplayingAtom), disabled);
  return (
    <Select
      label="Expiry"
      options={expiryOptions(expiries)}
      value={context?.expiry ?? ("" as IsoDate)}
      onChange={choose}
      disabled={why !== undefined || expiries.length === 0}
      title={why ?? "Expiry"}
    />
  );
}
