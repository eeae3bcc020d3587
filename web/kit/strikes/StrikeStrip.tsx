import type { ReactNode } from "react";
import type { StrikePick } from "#contract/domain/choices/strike-choice.ts";
import type { Role } from "../../styles/roles.ts";
import { strikeTextOf } from "./strike-list.ts";
import styles from "./strikes.module.css";

/** Strikes that have a place; '...' says that there are more. */
export const STRIP_ROOM = 15;

/** How a dot that is on looks where each contract has a line of its own. */
export interface DotLook {
  readonly colour: Role;
  /** The line is switched off: a ring in its colour. */
  readonly isHidden: boolean;
}

/** Undefined: the contract has no line, and its dot the colour of its side. */
export type DotLookOf = (strike: number, side: "ce" | "pe") => DotLook | undefined;

interface StrikeStripProps {
  readonly picks: readonly StrikePick[];
  /** Rupees; NaN while it is not known. */
  readonly atm: number;
  readonly onSide: (strike: number, side: "ce" | "pe") => void;
  /** A click on the label of a strike. */
  readonly onStrike: (strike: number) => void;
  readonly lookOf?: DotLookOf | undefined;
}

/** The listed strikes in one row: a dot for each side, green for calls and red for puts that are on, grey when off. */
export function StrikeStrip({ picks, atm, onSide, onStrike, lookOf }: StrikeStripProps): ReactNode {
  const textOf = strikeTextOf(picks.map(({ strike }) => strike));
  return (
    <ul className={styles["strip"]} aria-label="Strikes, CE and PE">
      {picks.slice(0, STRIP_ROOM).map(({ strike, ce, pe }) => {
        const text = textOf(strike);
        return (
          <li key={strike} className={styles["cell"]} {...(strike === atm ? { "data-atm": "" } : {})}>
            <Dot
              name={`${text} CE`}
              side="ce"
              isOn={ce}
              look={lookOf?.(strike, "ce")}
              onClick={() => onSide(strike, "ce")}
            />
            <button type="button" className={styles["strike"]} title="Both sides" onClick={() => onStrike(strike)}>
              {text}
            </button>
            <Dot
              name={`${text} PE`}
              side="pe"
              isOn={pe}
              look={lookOf?.(strike, "pe")}
              onClick={() => onSide(strike, "pe")}
            />
          </li>
        );
      })}
      {picks.length > STRIP_ROOM ? <li className={styles["more"]}>...</li> : undefined}
    </ul>
  );
}

interface DotProps {
  readonly name: string;
  readonly side: "ce" | "pe";
  readonly isOn: boolean;
  readonly look: DotLook | undefined;
  readonly onClick: () => void;
}

function Dot({ name, side, isOn, look, onClick }: DotProps): ReactNode {
  const ink = isOn && look ? `var(--${look.colour})` : undefined;
  return (
    <button
      type="button"
      className={styles["dot"]}
      data-side={side}
      style={ink === undefined ? undefined : { borderColor: ink, background: look?.isHidden ? "none" : ink }}
      aria-label={name}
      aria-pressed={isOn}
      title={name}
      onClick={onClick}
    />
  );
}
