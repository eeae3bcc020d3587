import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { toneOf } from "../../components/tone.ts";
import { formats } from "../../format/format.ts";
import { liveIndexAtom, universeAtom } from "../../state/market/market.ts";
import type { How, Row } from "./entries.ts";
import { partsOf } from "./fuzzy.ts";
import { Keys } from "./Keys.tsx";
import styles from "./palette.module.css";

interface PaletteRowProps {
  readonly id: string;
  readonly row: Row;
  readonly isChosen: boolean;
  readonly onPointed: () => void;
  readonly onPressed: (how: How) => void;
}

export function PaletteRow({ id, row, isChosen, onPointed, onPressed }: PaletteRowProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the box over the list, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles["row"]}
      onPointerMove={isChosen ? undefined : onPointed}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onPressed(event.ctrlKey || event.metaKey ? "pane" : "enter")}
    >
      <span className={styles["name"]}>
        <Marked text={row.name} marked={row.marked} />
      </span>
      <span className={styles["note"]}>{row.note}</span>
      {row.symbol && <Price symbol={row.name} />}
      <span className={styles["press"]}>{isChosen ? <Keys keys="Enter" /> : undefined}</span>
    </div>
  );
}

/** The letters that were typed stand out. */
function Marked({ text, marked }: { readonly text: string; readonly marked: readonly number[] }): ReactNode {
  return partsOf(text, marked).map(({ from, part, isMarked }) => (isMarked ? <mark key={from}>{part}</mark> : part));
}

/** Of an index: other spots are not known without their rooms. */
function Price({ symbol }: { readonly symbol: string }): ReactNode {
  const live = useAtomValue(liveIndexAtom) as Readonly<Record<string, number>>;
  const universe = useAtomValue(universeAtom);
  const spot = live[symbol] ?? universe?.spot[symbol];
  const before = universe?.previousClose[symbol];
  if (spot === undefined) return undefined;
  const change = before === undefined ? Number.NaN : ((spot - before) / before) * 100;
  return (
    <span className={styles["price"]}>
      {formats.price.text(spot)}
      <span className={styles["change"]} data-tone={toneOf(change)}>
        {Number.isNaN(change) ? "" : formats.signedPercent.text(change)}
      </span>
    </span>
  );
}
