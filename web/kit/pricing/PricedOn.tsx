import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { type BasisSpan, DEFAULT_PRICING, type PricedOn as PricedOnFacts } from "#contract/domain/choices/pricing.ts";
import { Icon } from "../../components/icons.tsx";
import { Menu } from "../../components/overlays/Menu.tsx";
import { numberFormat, timeFormat } from "../../format/format.ts";
import { pricingAtom } from "../../state/saved/preferences.ts";
import styles from "./priced-on.module.css";
import { quietWords } from "./quiet-words.ts";

const NAMES = { spot: "Spot", future: "Future", forward: "Parity forward", none: "-" } as const;
const NOTHING: PricedOnFacts = { ...DEFAULT_PRICING, basis: "none", price: Number.NaN, quiet: 0 };

interface PricedOnProps {
  /** What the figures shown stand on; undefined until there are some. */
  readonly facts: PricedOnFacts | undefined;
  readonly decimals: 2 | 4;
}

/**
 * 'Priced on Spot', or 'Forward mode Parity forward 24,357.20': what the screen's IVs, greeks and straddles stand on; of
 * lines what the latest minute stands on, and since when. A control of its row; the menu is where the board's pricing is
 * set, for all screens.
 */
export function PricedOn({ facts = NOTHING, decimals }: PricedOnProps): ReactNode {
  const [choice, choose] = useAtom(pricingAtom);
  const { forward, spans = [] } = facts;
  const label = forward ? "Forward mode" : "Priced on";
  const value = basisWords(facts, decimals);
  const notes = [...(spans.length > 1 ? [spanWords(spans)] : []), ...(facts.quiet > 0 ? [quietWords(facts)] : [])];
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
      heading={
        notes.length === 0
          ? undefined
          : notes.map((words) => (
              <span key={words} className={styles["quiet"]}>
                {words}
              </span>
            ))
      }
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

/** 'Spot', 'Parity forward 24,357.20 since 15:16': what the latest minute stands on. */
function basisWords({ basis, price, forward, spans = [] }: PricedOnFacts, decimals: 2 | 4): string {
  if (basis === "none") return NAMES.none;
  const since = spans.length > 1 ? ` since ${timeFormat.text(spans.at(-1)?.from ?? Number.NaN)}` : "";
  const named = basis === "spot" && !forward ? "" : ` ${numberFormat({ decimals }).text(price)}`;
  return `${NAMES[basis]}${named}${since}`;
}

/** 'Lines: Spot from 09:15, Parity forward from 15:16.' */
const spanWords = (spans: readonly BasisSpan[]): string =>
  `Lines: ${spans.map(({ from, basis }) => `${NAMES[basis]} from ${timeFormat.text(from)}`).join(", ")}.`;
