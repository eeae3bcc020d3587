import { type ReactNode, useRef } from "react";
import { errorText } from "#contract/domain/formula/tokens.ts";
import { Button } from "../../components/controls/Button.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { FormulaHelp } from "../../components/FormulaHelp.tsx";
import styles from "./formulas.module.css";
import { type LineField, type LineVerdict, MAX_LINE_FORMULA } from "./line-formula.ts";

interface FormulaFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** What the formula may read: a press puts it where the text is being written. */
  readonly fields: readonly LineField[];
  readonly verdict: LineVerdict;
}

/** A formula over lines: its text, what is wrong and where, and the lines that it may read. */
export function FormulaField({ label, placeholder, text, onChange, fields, verdict }: FormulaFieldProps): ReactNode {
  const caret = useRef<number | undefined>(undefined);

  function insert(name: string): void {
    const at = caret.current ?? text.length;
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
    const start = before === "" ? name : `${before} ${name}`;
    caret.current = start.length;
    onChange(after === "" ? start : `${start} ${after}`);
  }

  return (
    <div className={styles["formula"]}>
      <TextField
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={onChange}
        maxLength={MAX_LINE_FORMULA}
        autoComplete="off"
        spellCheck={false}
        aside={<FormulaHelp />}
        onSelect={({ currentTarget }) => {
          caret.current = currentTarget.selectionStart ?? undefined;
        }}
        {...(text.trim() !== "" && !verdict.ok && { error: errorText(verdict.error) })}
      />
      <fieldset className={styles["fields"]} aria-label="Lines">
        {fields.map(({ id, name }) => (
          <Button key={id} size="header" onClick={() => insert(name)}>
            {name}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
