import type { ReactNode } from "react";
import type { Tone } from "../../../components/tone.ts";
import common from "../strategy.module.css";
import styles from "./facts.module.css";

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Beside the value, quieter. */
  readonly aside?: string | undefined;
  readonly tone?: Tone;
  readonly title?: string | undefined;
}

/** Names and their figures, a line each. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={styles["facts"]}>
      {facts.map(({ label, value, aside, tone, title }) => (
        <div key={label} title={title}>
          <dt>{label}</dt>
          <dd data-tone={tone}>
            {value} {aside === undefined ? undefined : <span className={common["quiet"]}>{aside}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
