import type { ReactNode } from "react";
import { SCAN_FIELDS } from "#contract/domain/formula/scan.ts";
import { FUNCTION_WORDS } from "#contract/domain/formula/words.ts";
import { Button } from "../../components/controls/Button.tsx";
import { FormulaHelp } from "../../components/FormulaHelp.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import styles from "./scanner.module.css";

interface FieldsDialogProps {
  readonly onInsert: (word: string) => void;
  readonly onClose: () => void;
}

/** A scan knows last values: nothing looks back. */
const { lag: _lag, change: _change, ...functions } = FUNCTION_WORDS;
const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ["and", "Both hold; each condition is counted alone, too"],
  ["or", "One of them holds"],
  ...Object.entries(functions).map(([name, { form, meaning }]) => [`${name}(`, `${form}: ${meaning}`] as const),
];

/** What a formula may be made of; a press puts it into the formula. */
export function FieldsDialog({ onInsert, onClose }: FieldsDialogProps): ReactNode {
  return (
    <Dialog open onClose={onClose} title="Fields of a scan" width={720}>
      <p className={styles["note"]}>
        A contract passes where the formula holds. Prices are in rupees, open interest and volume in units. What a
        contract does not have is no figure: no comparison with it holds. <FormulaHelp />
      </p>
      <div className={styles["words"]}>
        {[...Object.entries(SCAN_FIELDS), ...WORDS].map(([word, meaning]) => (
          <div key={word} className={styles["word"]}>
            <Button size="header" onClick={() => onInsert(word)}>
              {word}
            </Button>
            <span>{meaning}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
