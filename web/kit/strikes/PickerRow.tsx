import type { ReactNode } from "react";
import type { StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { formats } from "../../format/format.ts";
import styles from "./strikes.module.css";

interface PickerRowProps {
  readonly pick: StrikePick;
  /** The strike in words. */
  readonly strike: string;
  readonly isAtm: boolean;
  /** Open interest, units; NaN where the chain has no such contract. */
  readonly ceOi: number;
  readonly peOi: number;
  /** What a bar of full length stands for. */
  readonly highest: number;
  readonly onSide: (side: "ce" | "pe") => void;
  readonly onStrike: () => void;
}

/** One strike: a box for each side beside its open interest; the strike itself switches both. */
export function PickerRow({ pick, strike, isAtm, ceOi, peOi, highest, onSide, onStrike }: PickerRowProps): ReactNode {
  return (
    <li className={styles["row"]} {...(isAtm ? { "data-atm": "" } : {})}>
      <SideBox name={`${strike} CE`} isOn={pick.ce} onChange={() => onSide("ce")} />
      <Bar side="call" isOn={pick.ce} oi={ceOi} highest={highest} />
      <button type="button" className={styles["strike"]} title="Both sides" onClick={onStrike}>
        {strike}
      </button>
      <Bar side="put" isOn={pick.pe} oi={peOi} highest={highest} />
      <SideBox name={`${strike} PE`} isOn={pick.pe} onChange={() => onSide("pe")} />
    </li>
  );
}

interface SideBoxProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

function SideBox({ name, isOn, onChange }: SideBoxProps): ReactNode {
  return <input type="checkbox" className={styles["box"]} aria-label={name} checked={isOn} onChange={onChange} />;
}

interface BarProps {
  readonly side: "call" | "put";
  readonly isOn: boolean;
  readonly oi: number;
  readonly highest: number;
}

function Bar({ side, isOn, oi, highest }: BarProps): ReactNode {
  const share = oi > 0 && highest > 0 ? oi / highest : 0;
  return (
    <span className={styles["held"]} data-side={side} data-on={isOn}>
      <span className={styles["bar"]} style={{ width: `${share * 80}px` }} />
      <span>{formats.lakh.text(oi)}</span>
    </span>
  );
}
