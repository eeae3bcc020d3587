import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useId, useRef, useState } from "react";
import { compileScan, MAX_SCAN_LENGTH } from "#contract/domain/formula/scan.ts";
import { errorText } from "#contract/domain/formula/tokens.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { QuickFind } from "../../kit/table/QuickFind.tsx";
import { Conditions } from "./Conditions.tsx";
import { FieldsDialog } from "./FieldsDialog.tsx";
import { scanner } from "./pane.ts";
import styles from "./scanner.module.css";

/** The formula with its check; Enter scans. Under it what is wrong, or every condition alone. */
export function FormulaRow(): ReactNode {
  const { scanAtom } = scanner.use();
  const { formula } = useAtomValue(scanAtom);
  return <FormulaForm key={formula} initial={formula} />;
}

function FormulaForm({ initial }: { readonly initial: string }): ReactNode {
  const { scanAtom, whyNotAtom, findAtom } = scanner.use();
  const [scan, setScan] = useAtom(scanAtom);
  const refusal = useAtomValue(whyNotAtom);
  const [text, setText] = useState(initial);
  const [isHelpOpen, openHelp] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const verdict = compileScan(text.trim());
  const error = verdict.ok ? refusal : errorText(verdict.error);
  const id = useId();

  /** Puts a word where the text is being written. */
  function insert(word: string): void {
    const at = box.current?.selectionStart ?? text.length;
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
    setText([before, word, after].filter((part) => part !== "").join(" "));
    openHelp(false);
  }

  return (
    <form
      className={styles["scan"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (verdict.ok) setScan({ ...scan, formula: text.trim() });
      }}
    >
      <div className={styles["line"]}>
        <label className={styles["box"]} data-invalid={!verdict.ok || undefined}>
          <span className="visually-hidden">Formula</span>
          <input
            ref={box}
            value={text}
            maxLength={MAX_SCAN_LENGTH}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={!verdict.ok}
            aria-describedby={id}
            onChange={({ target }) => setText(target.value)}
          />
          <span className={styles["verdict"]} role="img" aria-label={verdict.ok ? "Valid" : "Invalid"}>
            <Icon name={verdict.ok ? "check" : "warning"} />
          </span>
        </label>
        <QuickFind findAtom={findAtom} noun="contracts" />
        <Button aria-haspopup="dialog" onClick={() => openHelp(true)}>
          Fields
        </Button>
        <Button
          kind="primary"
          type="submit"
          disabled={!verdict.ok}
          {...(!verdict.ok && { title: errorText(verdict.error) })}
        >
          Scan
        </Button>
      </div>
      <div className={styles["below"]} id={id}>
        {error === "" ? (
          <Conditions />
        ) : (
          <p className={styles["error"]} role="status">
            {error}
          </p>
        )}
      </div>
      {isHelpOpen ? <FieldsDialog onInsert={insert} onClose={() => openHelp(false)} /> : undefined}
    </form>
  );
}
