import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { DEFAULT_PRICING, type PricedOn as PricedOnFacts } from "#contract/domain/pricing.ts";
import { Icon } from "../../components/icons.tsx";
import { Menu } from "../../components/Menu.tsx";
import { numberFormat } from "../../format/format.ts";
import { pricingAtom } from "../../state/saved/preferences.ts";
import styles from "./priced-on.module.css";

const NAMES = { spot: "Spot", future: "Future", forward: "Parity forward", none: "-" } as const;

interface PricedOnProps {
  /** What the figures shown stand on; undefined until there are some. */
  readonly facts: PricedOnFacts | undefined;
  readonly decimals: 2 | 4;
}

/**
 * 'Priced on Spot', or 'Forward mode Parity forward 24,357.20': what the screen's IVs, greeks and straddles stand on. A
 * control of its row; the menu is where the board's pricing is set, for all screens.
 */
export function PricedOn({ facts, decimals }: PricedOnProps): ReactNode {
  const [choice, choose] = useAtom(pricingAtom);
  const { basis, price, forward, quiet } = facts ?? { ...DEFAULT_PRICING, basis: "none", price: Number.NaN, quiet: 0 };
  const label = forward ? "Forward mode" : "Priced on";
  const named = basis === "spot" && !forward ? NAMES.spot : `${NAMES[basis]} ${numberFormat({ decimals }).text(price)}`;
  const value = basis === "none" ? NAMES.none : named;
  return (
    <Menu
      label="Pricing of options"
      align="end"
      buttonClassName={styles["button"]}
      buttonLabel={`${label}: ${value}`}
      button={
        <>
          <span className={styles["label"]}>{label}</span>
          {value}
          <Icon name="chevron-down" size={14} />
        </>
      }
      heading={quiet > 0 ? <span className={styles["quiet"]}>{quietWords(quiet, choice.untraded)}</span> : undefined}
      items={[
        {
          id: "spot",
          label: "Spot: Black-Scholes, as the exchange does",
          isCurrent: !choice.forward,
          onSelect: () => choose({ ...choice, forward: false }),
        },
        {
          id: "forward",
          label: "Forward mode: Black-76, one IV a strike",
          isCurrent: choice.forward,
          onSelect: () => choose({ ...choice, forward: true }),
        },
        {
          id: "untraded",
          label: choice.untraded ? "Leave untraded contracts unpriced" : "Price untraded contracts, too",
          onSelect: () => choose({ ...choice, untraded: !choice.untraded }),
        },
      ]}
    />
  );
}

const quietWords = (quiet: number, isPriced: boolean): string =>
  `${quiet === 1 ? "1 contract has" : `${quiet} contracts have`} not traded today: a last price of an earlier day, ${
    isPriced ? "priced all the same" : "shown quietly and not priced"
  }.`;
