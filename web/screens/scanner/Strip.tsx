import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { formats, timeFormat } from "../../format/format.ts";
import { scanner } from "./pane.ts";
import styles from "./rail.module.css";
import { HEIGHT, stripOf } from "./strip.ts";

/** How many passed, minute by minute, since this scan is asked for. A stretch without answers is hatched. */
export function Strip(): ReactNode {
  const strip = stripOf(useAtomValue(scanner.use().historyAtom));
  if (strip === undefined) return undefined;
  const { first, last, bars, gaps, highest, highestAt, now } = strip;
  const words = `Matches from ${timeFormat.text(first)} to ${timeFormat.text(last)}: ${formats.whole.text(now)} now`;
  return (
    <figure className={styles["strip"]} aria-label={words}>
      <figcaption>
        <span>Matches since {timeFormat.text(first)}</span>
        <span>{`highest ${formats.whole.text(highest)} at ${timeFormat.text(highestAt)}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${last - first + 1} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {gaps.map(({ from, to }) => (
          <rect key={from} className={styles["gap"]} x={from - first} y={0} width={to - from} height={HEIGHT} />
        ))}
        <path className={styles["bars"]} d={bars} />
      </svg>
    </figure>
  );
}
