import type { ReactNode } from "react";
import type { StrikePick } from "#contract/domain/strike-choice.ts";
import { strikeText } from "../../format/strike-text.ts";
import styles from "./strikes.module.css";

/** Strikes that have a place; '...' says that there are more. */
const MOST = 15;

interface StrikeStripProps {
  readonly picks: readonly StrikePick[];
  /** Rupees; NaN while it is not known. */
  readonly atm: number;
  readonly onSide: (strike: number, side: "ce" | "pe") => void;
  /** A click on the label of a strike. */
  readonly onStrike: (strike: number) => void;
}

/** The listed strikes in one row: a dot for each side, green for calls and red for puts that are on, grey when off. */
export function StrikeStrip({ picks, atm, onSide, onStrike }: StrikeStripProps): ReactNode {
  return (
    <ul className={styles["strip"]} aria-label="Strikes, CE and PE">
      {picks.slice(0, MOST).map(({ strike, ce, pe }) => {
        const text = strikeText(strike);
        return (
          <li key={strike} className={styles["cell"]} {...(strike === atm ? { "data-atm": "" } : {})}>
            <Dot name={`${text} CE`} side="ce" isOn={ce} onClick={() => onSide(strike, "ce")} />
            <button type="button" className={styles["strike"]} title="Both sides" onClick={() => onStrike(strike)}>
              {text}
            </button>
            <Dot name={`${text} PE`} side="pe" isOn={pe} onClick={() => onSide(strike, "pe")} />
          </li>
        );
      })}
      {picks.length > MOST ? <li className={styles["more"]}>...</li> : undefined}
    </ul>
  );
}

interface DotProps {
  readonly name: string;
  readonly side: "ce" | "pe";
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function Dot({ name, side, isOn, onClick }: DotProps): ReactNode {
  return (
    <button
      type="button"
      className={styles["dot"]}
      data-side={side}
      aria-label={name}
      aria-pressed={isOn}
      title={name}
      onClick={onClick}
    />
  );
}
