import { useSetAtom } from "jotai";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import type { CustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { FormulaHelp } from "../../../components/FormulaHelp.tsx";
import { Icon } from "../../../components/more-icons.tsx";
import type { UserColumn, UserColumns } from "../custom-columns.ts";
import { chain } from "../pane.ts";
import {
  append,
  FIELDS,
  judge,
  MORE,
  OPERATORS,
  removeLast,
  shownFormula,
  storedFormula,
  type Verdict,
} from "./builder.ts";
import { Preview } from "./Preview.tsx";
import styles from "./settings.module.css";

interface ColumnBuilderProps {
  readonly columns: UserColumns;
  readonly onSave: (key: CustomKey, column: UserColumn) => void;
  readonly onBack: () => void;
}

/** Builds a column token by token: by pressing, or with the keyboard, where letters filter the fields. */
export function ColumnBuilder({ columns, onSave, onBack }: ColumnBuilderProps): ReactNode {
  const [name, setName] = useState("");
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [scale, setScale] = useState<"" | "lakhs" | "crores">("");
  const [color, setColor] = useState(false);
  const [wanted, setWanted] = useState("");
  /** The name of the column that was saved last, until the next formula begins. */
  const [saved, setSaved] = useState("");
  const verdict = judge(tokens);
  const lastValid = useLastValid(tokens, verdict);
  const key: CustomKey = `${name.trim()}#`;
  const isTaken = Object.hasOwn(columns, key);
  const whyNot =
    verdict.state !== "valid"
      ? "Save Column waits for a valid formula"
      : name.trim() === ""
        ? "Give the column a name"
        : isTaken
          ? "There is a column of this name"
          : undefined;
  const found = FIELDS.filter((field) => field.toLowerCase().includes(wanted.toLowerCase()));

  function add(token: string): void {
    setSaved("");
    setTokens((now) => append(now, token));
    setWanted("");
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key: pressed } = event;
    if (pressed === "Backspace") wanted === "" ? setTokens(removeLast) : setWanted((now) => now.slice(0, -1));
    else if (pressed === "Enter" && wanted !== "" && found[0] !== undefined) add(found[0]);
    else if (/^[-+*/()<>=,\d.]$/.test(pressed)) add(pressed);
    else if (/^[a-z%]$/i.test(pressed) || (pressed === " " && wanted !== "")) setWanted((now) => now + pressed);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles["builder"]}>
      <div className={styles["name"]}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={30}
          autoComplete="off"
          {...(isTaken && { error: "There is a column of this name" })}
        />
        <Checkbox label="In Lakhs" checked={scale === "lakhs"} onChange={(on) => setScale(on ? "lakhs" : "")} />
        <Checkbox label="In Crores" checked={scale === "crores"} onChange={(on) => setScale(on ? "crores" : "")} />
        <Checkbox label="Color (+ve Green & -ve Red)" checked={color} onChange={setColor} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys write the formula; the buttons do the same */}
      <section className={styles["keys"]} aria-label="Formula builder" tabIndex={0} onKeyDown={onKeyDown}>
        <FormulaBox tokens={tokens} verdict={verdict} />
        <fieldset className={styles["buttons"]} aria-label="Operators">
          {OPERATORS.map((one) => (
            <Button key={one} onClick={() => add(one)}>
              {one}
            </Button>
          ))}
          <Button disabled={tokens.length === 0} onClick={() => setTokens(removeLast)} title="Removes the last token">
            del
          </Button>
          <Button disabled={tokens.length === 0} onClick={() => setTokens([])} title="Clears the formula">
            clr
          </Button>
          <output className={styles["quiet"]}>
            {wanted === ""
              ? "letters filter the fields, digits write a number"
              : `fields with '${wanted}': Enter takes the first`}
          </output>
        </fieldset>
        <fieldset className={styles["buttons"]} aria-label="Functions">
          {MORE.map((one) => (
            <Button key={one} size="header" onClick={() => add(one)}>
              {one}
            </Button>
          ))}
        </fieldset>
        <fieldset className={styles["buttons"]} aria-label="Fields">
          {found.map((field) => (
            <Button key={field} size="header" onClick={() => add(field)}>
              {field}
            </Button>
          ))}
        </fieldset>
      </section>
      <Preview
        name={name.trim()}
        unit={scale}
        program={lastValid?.program}
        formula={lastValid?.formula}
        isCurrent={verdict.state === "valid"}
      />
      <div className={styles["foot"]}>
        <span className={styles["quiet"]} role="status">
          {saved === "" ? whyNot : `'${saved}' is saved: tick it under Columns to put it into a view`}
        </span>
        <FormulaHelp />
        <Button onClick={onBack}>Back</Button>
        <Button
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={() => {
            onSave(key, {
              column: storedFormula(tokens),
              color,
              lakhs: scale === "lakhs",
              crores: scale === "crores",
              isValid: true,
            });
            setSaved(name.trim());
            setName("");
            setTokens([]);
          }}
        >
          Save Column
        </Button>
      </div>
    </div>
  );
}

/** The formula that the chain is asked about: the last valid one, also while it is being changed. */
function useLastValid(tokens: readonly string[], verdict: Verdict) {
  const ask = useSetAtom(chain.use().previewAtom);
  const [last, setLast] = useState<{
    readonly formula: string;
    readonly program: Extract<Verdict, { state: "valid" }>["program"];
  }>();
  const formula = verdict.state === "valid" ? shownFormula(tokens) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the program is that of the formula
  useEffect(() => {
    if (verdict.state !== "valid" || formula === undefined) return;
    setLast({ formula, program: verdict.program });
    ask({ formula, program: verdict.program });
  }, [formula, ask]);
  useEffect(() => {
    if (tokens.length > 0) return;
    setLast(undefined);
    ask(undefined);
  }, [tokens.length, ask]);
  useEffect(() => () => ask(undefined), [ask]);
  return last;
}

/** The formula as it reads, with its wrong characters marked. */
function FormulaBox({ tokens, verdict }: { readonly tokens: readonly string[]; readonly verdict: Verdict }): ReactNode {
  const text = shownFormula(tokens);
  const isWrong = verdict.state === "invalid";
  const at = isWrong ? verdict.at : undefined;
  const end = at === undefined ? 0 : at + (isWrong ? (verdict.length ?? 1) : 1);
  return (
    <>
      <output className={styles["box"]} aria-label="Formula" data-state={verdict.state}>
        <span>
          {at === undefined ? text : text.slice(0, at)}
          {at === undefined ? undefined : <mark>{text.slice(at, end) || "\u00a0"}</mark>}
          {at === undefined ? undefined : text.slice(end)}
        </span>
        {verdict.state === "empty" ? undefined : (
          <span className={styles["verdict"]} role="img" aria-label={isWrong ? "Invalid" : "Valid"}>
            <Icon name={isWrong ? "warning" : "check"} />
          </span>
        )}
      </output>
      <p className={styles["error"]} role="status">
        {isWrong ? verdict.message : ""}
      </p>
    </>
  );
}
