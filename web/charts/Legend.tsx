import type { ReactNode } from "react";
import styles from "./chart.module.css";
import type { SeriesSpec } from "./chart-spec.ts";

type LegendProps = {
  readonly series: readonly SeriesSpec[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
};

/** The legend is the switch: each entry shows or hides its series. */
export function Legend({ series, hidden, onToggle }: LegendProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend of its own and break the flex row
    <div className={styles["legend"]} role="group" aria-label="Series">
      {series.map((each) => (
        <button
          key={each.id}
          type="button"
          className={styles["legendItem"]}
          aria-pressed={!hidden.has(each.id)}
          onClick={() => onToggle(each.id)}
        >
          <Marker series={each} />
          {each.label}
        </button>
      ))}
    </div>
  );
}

function Marker({ series }: { readonly series: SeriesSpec }): ReactNode {
  const colour = `var(--${series.colour})`;
  if (series.kind === "bar") {
    const box = series.outlined === true ? { fill: "none", stroke: colour } : { fill: colour, stroke: colour };
    return (
      <svg width="9" height="9" aria-hidden="true">
        <rect x="0.5" y="0.5" width="8" height="8" rx="1.5" {...box} />
      </svg>
    );
  }
  return (
    <svg width="16" height="2" aria-hidden="true">
      <path
        d="M0 1H16"
        stroke={colour}
        strokeWidth="2"
        strokeDasharray={series.dash === undefined ? undefined : "6 4"}
      />
    </svg>
  );
}
