import { useSetAtom, useStore } from "jotai";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { WithSeries } from "#contract/domain/snapshots/series-set.ts";
import { Button } from "../../components/controls/Button.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { counted } from "../../format/count-words.ts";
import { timeFormat } from "../../format/format.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { FormulaField } from "../formulas/FormulaField.tsx";
import { judgeLine, lineFields, ownLineId, ownLines } from "../formulas/line-formula.ts";
import { type AlertLine, type AlertPane, subjectOf } from "./alert-pane.ts";
import styles from "./alerts.module.css";
import { draftAtom, firingsOf } from "./draft.ts";
import { type AlertCondition, type AlertDraft, type AlertRule, CONDITIONS, conditionText, makeRule } from "./rules.ts";

interface NewAlertProps {
  readonly pane: AlertPane;
  readonly lines: readonly AlertLine[];
  readonly onCreate: (rule: AlertRule) => void;
}

const TYPES = [
  { value: "indicator", label: "Indicator" },
  { value: "value", label: "Custom Value" },
  { value: "formula", label: "Formula" },
] as const;
const NOT_CHOSEN = "";
const CONDITION_OPTIONS = [
  { value: NOT_CHOSEN, label: "Select Condition", disabled: true },
  ...CONDITIONS.map((value) => ({ value, label: conditionText(value) })),
] as const;
const HOW =
  "Alerts are generated locally in your browser. If there are network issues or if no tab of the board is open, alerts will not trigger.";

export function NewAlert({ pane, lines, onCreate }: NewAlertProps): ReactNode {
  const store = useStore();
  const [leftLine, setLeft] = useState(NOT_CHOSEN);
  const [condition, setCondition] = useState<AlertCondition | "">(NOT_CHOSEN);
  const [type, setType] = useState<(typeof TYPES)[number]["value"]>("value");
  const [right, setRight] = useState("");
  const [formula, setFormula] = useState("");
  const fields = useMemo(() => lineFields(lines.filter(({ isOff = false }) => !isOff)), [lines]);
  const verdict = useMemo(() => judgeLine(formula.trim(), fields, "condition"), [formula, fields]);
  const options = useMemo(
    () => [
      { value: NOT_CHOSEN, label: "Select Indicator", disabled: true },
      ...lines.map(({ id, label, isOff = false }) => ({ value: id, label, disabled: isOff })),
    ],
    [lines],
  );
  const draft = useMemo((): AlertDraft | undefined => {
    if (type === "formula") {
      if (!verdict.ok) return undefined;
      const leftLine = ownLineId(verdict.kept);
      return { left: formula.trim(), leftLine, condition: "holds", right: 0, rightLine: "" };
    }
    const labelOf = (line: string): string | undefined => lines.find(({ id }) => id === line)?.label;
    const left = labelOf(leftLine);
    if (left === undefined || condition === NOT_CHOSEN || right.trim() === "") return undefined;
    const other = type === "value" ? Number(right) : labelOf(right);
    if (other === undefined || (typeof other === "number" && !Number.isFinite(other))) return undefined;
    return { left, leftLine, condition, right: other, rightLine: type === "value" ? "" : right };
  }, [lines, leftLine, condition, type, right, formula, verdict]);
  useShownDraft(pane, draft);

  function create(): void {
    const subject = subjectOf(store.get, pane);
    if (draft && subject) onCreate(makeRule(draft, subject, Date.now()));
  }
  return (
    <div className={styles["new"]}>
      <div className={styles["head"]}>
        <h3 className={styles["title"]}>Create Alert Rule</h3>
        <SegmentedControl
          label="Value type"
          segments={TYPES}
          value={type}
          onChange={(next) => {
            setType(next);
            setRight("");
          }}
        />
      </div>
      {type === "formula" ? (
        <FormulaField
          label="Fires when this comes to hold"
          placeholder={`change(${fields[0]?.name ?? "line"}) > 0`}
          text={formula}
          onChange={setFormula}
          fields={fields}
          verdict={verdict}
        />
      ) : (
        <div className={styles["fields"]}>
          <Field label="First Value">
            <Select label="First Value" size="form" options={options} value={leftLine} onChange={setLeft} />
          </Field>
          <Field label="Condition">
            <Select
              label="Condition"
              size="form"
              options={CONDITION_OPTIONS}
              value={condition}
              onChange={setCondition}
            />
          </Field>
          {type === "indicator" ? (
            <Field label="Second Value">
              <Select label="Second Value" size="form" options={options} value={right} onChange={setRight} />
            </Field>
          ) : (
            <TextField
              label="Second Value"
              numeric
              inputMode="decimal"
              placeholder="Enter value"
              value={right}
              onChange={setRight}
              {...(right.trim() !== "" && !Number.isFinite(Number(right)) && { error: "A number is needed" })}
            />
          )}
        </div>
      )}
      <div className={styles["foot"]}>
        {type !== "formula" && leftLine !== NOT_CHOSEN && condition !== NOT_CHOSEN && right.trim() === "" ? (
          <output className={styles["fired"]}>The second value is missing</output>
        ) : (
          <Fired pane={pane} draft={draft} />
        )}
        <Button kind="primary" disabled={!draft} title={HOW} onClick={create}>
          Create Alert
        </Button>
      </div>
    </div>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles["field"]}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

/** The chart draws the rule while it is being made, and the worker makes the line of its formula. */
function useShownDraft(pane: AlertPane, draft: AlertDraft | undefined): void {
  const show = useSetAtom(draftAtom);
  const ask = useSetAtom(pane.ownLinesAtom);
  useEffect(() => {
    show(draft && { pane: pane.stateAtom, rule: draft });
    ask((before) => ({ ...before, draft: draft ? ownLines([draft.leftLine]) : [] }));
    return () => {
      show(undefined);
      ask((before) => ({ ...before, draft: [] }));
    };
  }, [pane, draft, show, ask]);
}

/** 'Today this would have fired 4 times, first 13:09', counted as if the rule were armed again each time. */
function Fired({ pane, draft }: { readonly pane: AlertPane; readonly draft: AlertDraft | undefined }): ReactNode {
  const words = useSlowFact(
    pane.stateAtom,
    useCallback(({ snapshot }: PaneState<WithSeries>) => firedToday(snapshot, draft), [draft]),
  );
  return <output className={styles["fired"]}>{words}</output>;
}

function firedToday(snapshot: WithSeries | undefined, draft: AlertDraft | undefined): string {
  const firings = snapshot && draft && firingsOf(snapshot, draft);
  if (!firings) return "";
  const { times, first, minuteAt } = firings;
  if (times === 0) return "Today this would not have fired";
  return `Today this would have fired ${counted(times, "time")}, first ${timeFormat.text(minuteAt(first))}`;
}
