import { useAtom, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { daySpanAtom } from "../../state/clock/day.ts";
import { JUMPS, jumpAtom, SPEEDS, speedAtom } from "../../state/clock/replay.ts";
import { useFact } from "../../state/market/slow-fact.ts";
import { Select } from "../controls/Select.tsx";
import { chooseWindowAtom, windowAtom } from "./atoms.ts";
import styles from "./day-strip.module.css";
import { hoursOf, minutesOf, moveEnd, type ReplayWindow, type WindowEnd } from "./time-limits.ts";

const SPEED_OPTIONS = SPEEDS.map((seconds) => ({ value: seconds, label: `${seconds} s` }));
const JUMP_OPTIONS = JUMPS.map((jump) => ({ value: jump, label: jump === "Day" ? jump : `${jump} min` }));

/** 'Speed': seconds a step. */
export function SpeedSelect(): ReactNode {
  const [speed, choose] = useAtom(speedAtom);
  return (
    <Select
      label="Speed"
      prefix="Speed"
      title="Seconds a step of one minute takes"
      options={SPEED_OPTIONS}
      value={speed}
      onChange={choose}
    />
  );
}

/** 'Jump': minutes, or a day of the list. */
export function JumpSelect(): ReactNode {
  const [jump, choose] = useAtom(jumpAtom);
  return (
    <Select
      label="Jump"
      prefix="Jump"
      title="How far previous and next go"
      options={JUMP_OPTIONS}
      value={jump}
      onChange={choose}
    />
  );
}

const END_WORDS: Readonly<Record<WindowEnd, string>> = { from: "Start", to: "End" };
const same = (window: ReplayWindow | undefined): ReplayWindow | undefined => window;
const two = (value: number): string => String(value).padStart(2, "0");

/** Hour and minute of the replay's start or end, within the session. */
export function TimeSelect({ end }: { readonly end: WindowEnd }): ReactNode {
  const session = useAtomValue(daySpanAtom);
  const window = useFact(windowAtom, same);
  const choose = useSetAtom(chooseWindowAtom);
  const words = END_WORDS[end];
  if (!session || !window) return <span className={styles["noTime"]} />;
  const at = window[end];
  const hour = Math.floor(at / 60);
  const minutes = minutesOf(session, end, hour);
  const moveTo = (wanted: number): void => choose(moveEnd(session, window, end, wanted));
  return (
    // biome-ignore lint/a11y/useSemanticElements: one control of two selects, not a form's fieldset
    <span className={styles["timeBox"]} role="group" aria-label={words} title={`${words} of the replay`}>
      <span className={styles["prefix"]} aria-hidden="true">
        {words}
      </span>
      <Digits
        label={`${words} hour`}
        values={hoursOf(session)}
        value={hour}
        onChange={(chosen) => moveTo(chosen * 60 + (at % 60))}
      />
      :
      <Digits
        label={`${words} minute`}
        values={minutes.includes(at % 60) ? minutes : [at % 60, ...minutes]}
        value={at % 60}
        onChange={(chosen) => moveTo(hour * 60 + chosen)}
      />
    </span>
  );
}

interface DigitsProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Digits({ label, values, value, onChange }: DigitsProps): ReactNode {
  return (
    <select
      className={styles["digits"]}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {values.map((one) => (
        <option key={one} value={one}>
          {two(one)}
        </option>
      ))}
    </select>
  );
}
