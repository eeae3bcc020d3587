import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import type { IsoDate } from "#contract/domain/units.ts";
import { Select } from "../../components/Select.tsx";
import { isReplayingAtom } from "../../state/day.ts";
import { expiryOptions } from "./expiry-options.ts";
import { useLetter } from "./mount.ts";
import { whyFixed } from "./why-fixed.ts";

/** The letter's future expiry, out of those its exchange lists. @param disabled while figures are loading. */
export function FutureExpirySelect({ disabled = false }: { readonly disabled?: boolean }): ReactNode {
  const { contextAtom, chooseFutureExpiryAtom } = useLetter();
  const context = useAtomValue(contextAtom);
  const choose = useSetAtom(chooseFutureExpiryAtom);
  const why = whyFixed(useAtomValue(isReplayingAtom), disabled);
  const expiries = context?.futureExpiries ?? [];
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
