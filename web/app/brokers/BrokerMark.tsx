import type { ReactNode } from "react";
import { BROKERS, type Broker } from "#contract/domain/account/brokers.ts";

const HUES = 8;

/** Two letters in one of the series' colours: it stands for a broker's logo wherever one is shown. */
export function BrokerMark({ broker, size = 28 }: { readonly broker: Broker; readonly size?: number }): ReactNode {
  const hue = `var(--s${(BROKERS.indexOf(broker) % HUES) + 1})`;
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" role="img" aria-label={`${broker.name} logo`}>
      <rect x="0.75" y="0.75" width="26.5" height="26.5" rx="4.5" fill="var(--raised)" stroke={hue} strokeWidth="1.5" />
      <text
        x="14"
        y="14.5"
        fill={hue}
        textAnchor="middle"
        dominantBaseline="central"
        style={{ font: "600 12px var(--font)" }}
      >
        {broker.mark}
      </text>
    </svg>
  );
}
