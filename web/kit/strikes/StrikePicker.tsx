import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import {
  applyPreset,
  countPicks,
  isPresetTrue,
  PICK_PRESETS,
  picksOver,
  type StrikeList,
  type StrikePick,
  toggleBoth,
  toggleSide,
} from "#contract/domain/choices/strike-choice.ts";
import { Button } from "../../components/controls/Button.tsx";
import { DraggablePanel } from "../../components/panel/DraggablePanel.tsx";
import { PickerRow } from "./PickerRow.tsx";
import { strikeTextOf } from "./strike-list.ts";
import styles from "./strikes.module.css";

interface StrikePickerProps {
  /** The chain; its open interest is shown beside the strikes. */
  readonly list: StrikeList;
  /** What is chosen when it opens. */
  readonly chosen: readonly StrikePick[];
  /** The strikes with a side on; said once, by Ok. */
  readonly onChosen: (picks: readonly StrikePick[]) => void;
  /** Asked for by Ok, Esc and the close button: what was not confirmed is discarded. */
  readonly onClose: () => void;
  /** A word on the choice as it stands, such as the ratio that it would have. */
  readonly note?: (picks: readonly StrikePick[]) => string;
}

/** Left edge and top of the picker, under the control row of a pane on its route. */
const PLACE = { x: 302, y: 121 };

/** Calls and puts by strike, with the buttons that set many at once. The market stays readable behind it. */
export function StrikePicker({ list, chosen, onChosen, onClose, note }: StrikePickerProps): ReactNode {
  const [changed, setChanged] = useState(chosen);
  const picks = useMemo(() => picksOver(list.strikes, changed), [list.strikes, changed]);
  const rows = useRef<HTMLUListElement>(null);
  const highest = useMemo(() => highestOf(list), [list]);
  const strikeText = strikeTextOf(list.strikes);
  const count = countPicks(picks);

  useEffect(() => {
    rows.current?.querySelector("[data-atm]")?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <DraggablePanel title="Strikes" initial={PLACE} onClose={onClose}>
      <div className={styles["picker"]}>
        <div className={styles["presets"]}>
          {PICK_PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              className={styles["preset"]}
              aria-pressed={isPresetTrue(preset, picks, list.atm)}
              onClick={() => setChanged(applyPreset(preset, picks, list.atm))}
            >
              {preset}
            </button>
          ))}
        </div>
        <div className={styles["head"]} aria-hidden="true">
          <span className={styles["call"]}>CE</span>
          <span>OI</span>
          <span>Strike</span>
          <span>OI</span>
          <span className={styles["put"]}>PE</span>
        </div>
        <ul ref={rows} className={styles["rows"]} aria-label="Strikes, OI in lakhs">
          {picks.map((pick, i) => (
            <PickerRow
              key={pick.strike}
              pick={pick}
              strike={strikeText(pick.strike)}
              isAtm={pick.strike === list.atm}
              ceOi={list.ceOi[i] ?? Number.NaN}
              peOi={list.peOi[i] ?? Number.NaN}
              highest={highest}
              onSide={(side) => setChanged(toggleSide(picks, pick.strike, side))}
              onStrike={() => setChanged(toggleBoth(picks, pick.strike))}
            />
          ))}
        </ul>
        <div className={styles["foot"]}>
          <output>
            {`${count.ce} CE and ${count.pe} PE chosen`}
            {note === undefined ? "" : ` · ${note(picks)}`}
          </output>
          <Button
            kind="primary"
            onClick={() => {
              onChosen(picks.filter(({ ce, pe }) => ce || pe));
              onClose();
            }}
          >
            Ok
          </Button>
        </div>
      </div>
    </DraggablePanel>
  );
}

/** The longest bar. */
function highestOf({ ceOi, peOi }: StrikeList): number {
  let highest = 0;
  for (const held of [...ceOi, ...peOi]) if (held > highest) highest = held;
  return highest;
}
