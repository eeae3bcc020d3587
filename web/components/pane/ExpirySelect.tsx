import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { isReplayingAtom } from "../../state/day.ts";
import { chooseExpiryAtom, expiriesAtom, paneContextAtom } from "../../state/market.ts";
import { Select } from "../Select.tsx";
import { whyFixed } from "./why-fixed.ts";

/**
 * The link group's expiry, nearest first, as 'Mon DD'; the year joins where two expiries would read the same, and a
 * year or more after the nearest, where the month alone would be taken for the coming one.
 * @param disabled while figures are loading.
 */
export function ExpirySelect({ disabled = false }: { readonly disabled?: boolean }): ReactNode {
  const expiries = useAtomValue(expiriesAtom);
  const context = useAtomValue(paneContextAtom);
  const choose = useSetAtom(chooseExpiryAtom);
  const why = whyFixed(useAtomValue(isReplayingAtom), disabled);
  const labels = expiries.map(expiryLabel);
  const yearOn = aYearAfter(expiries[0]);
  const options = expiries.map((expiry, i) => {
    const label = labels[i] ?? expiry;
    const isUnique = labels.indexOf(label) === i && labels.lastIndexOf(label) === i;
    return { value: expiry, label: isUnique && expiry < yearOn ? label : `${label} ${expiry.slice(0, 4)}` };
  });
  return (
    <Select
      label="Expiry"
      options={options}
      value={context?.expiry ?? ("" as (typeof expiries)[number])}
      onChange={choose}
      disabled={why !== undefined || expiries.length === 0}
      title={why ?? "Expiry"}
    />
  );
}

/** The same day of the next year, as ISO dates compare. */
const aYearAfter = (date = ""): string => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
