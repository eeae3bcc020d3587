import { type FormEvent, type ReactNode, useState } from "react";
import type { ScaleKey } from "../../charts/chart-spec.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { DraggablePanel } from "../../components/panel/DraggablePanel.tsx";
import content from "../panel-content.module.css";
import type { SeriesChart } from "../series/series-chart.ts";
import { FormulaField } from "./FormulaField.tsx";
import styles from "./formulas.module.css";
import { judgeLine, type LineField, shownFormula } from "./line-formula.ts";
import { MOST_OWN, type OwnFormula } from "./own-formulas.ts";

interface FormulasPanelProps {
  readonly formulas: readonly OwnFormula[];
  readonly onChange: (formulas: readonly OwnFormula[]) => void;
  readonly charts: readonly SeriesChart<never, string>[];
  readonly fields: readonly LineField[];
  readonly onClose: () => void;
}

interface Place {
  readonly value: string;
  readonly label: string;
  readonly chart: string;
  readonly scale: ScaleKey;
}

/** Beside the panel of the alerts. */
const INITIAL = { x: 584, y: 300 };
const OWN_CHART: Place = { value: "own y", label: "A chart of its own", chart: "own", scale: "y" };

/** Where a line can stand: every axis of every chart, and a chart below. */
const placesOf = (charts: FormulasPanelProps["charts"]): readonly Place[] => [
  OWN_CHART,
  ...charts.flatMap(({ id, heading, label, y2 }): readonly Place[] => {
    const name = heading ?? label;
    const left: Place = { value: `${id} y`, label: `${name}, left axis`, chart: id, scale: "y" };
    return y2 ? [left, { value: `${id} y2`, label: `${name}, right axis`, chart: id, scale: "y2" }] : [left];
  }),
];

/** Lists the user's own lines of a screen, and makes them. It floats: the chart stays readable. */
export function FormulasPanel({ formulas, onChange, charts, fields, onClose }: FormulasPanelProps): ReactNode {
  return (
    <DraggablePanel title="Formulas" initial={INITIAL} onClose={onClose}>
      <div className={content["content"]}>
        {formulas.length === 0 ? undefined : (
          <ul className={styles["list"]} aria-label="Your lines">
            {formulas.map((one) => (
              <li key={one.formula}>
                <strong>{one.name}</strong>
                <span>{shownFormula(one.formula, fields)}</span>
                <Button
                  size="header"
                  kind="quiet"
                  aria-label={`Remove ${one.name}`}
                  onClick={() => onChange(formulas.filter((other) => other !== one))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        <NewFormula
          formulas={formulas}
          places={placesOf(charts)}
          fields={fields}
          onAdd={(formula) => onChange([...formulas, formula])}
        />
      </div>
    </DraggablePanel>
  );
}

interface NewFormulaProps {
  readonly formulas: readonly OwnFormula[];
  readonly places: readonly Place[];
  readonly fields: readonly LineField[];
  readonly onAdd: (formula: OwnFormula) => void;
}

function NewFormula({ formulas, places, fields, onAdd }: NewFormulaProps): ReactNode {
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [value, choose] = useState(OWN_CHART.value);
  const verdict = judgeLine(text.trim(), fields, "figure");
  const { chart, scale } = places.find((place) => place.value === value) ?? OWN_CHART;
  const whyNot = whyNotAdded();

  function whyNotAdded(): string | undefined {
    if (formulas.length >= MOST_OWN) return `There are ${MOST_OWN} lines, and no more fit`;
    if (!verdict.ok) return "Add waits for a valid formula";
    if (formulas.some(({ formula }) => formula === verdict.kept)) return "There is a line of this formula";
    if (name.trim() === "") return "Give the line a name";
    return undefined;
  }

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (whyNot !== undefined || !verdict.ok) return;
    onAdd({ name: name.trim(), formula: verdict.kept, chart, scale });
    setName("");
    setText("");
    // The button that was pressed takes no focus any more, and Esc would reach nobody.
    event.currentTarget.querySelector("input")?.focus();
  }

  return (
    <form className={content["content"]} onSubmit={add}>
      <FormulaField
        label="Formula"
        placeholder={`${fields[0]?.name ?? "line"} - lag(${fields[0]?.name ?? "line"}, 15)`}
        text={text}
        onChange={setText}
        fields={fields}
        verdict={verdict}
      />
      <div className={styles["foot"]}>
        <TextField label="Name" value={name} onChange={setName} maxLength={20} autoComplete="off" />
        <div className={styles["place"]}>
          <span aria-hidden="true">Drawn in</span>
          <Select label="Drawn in" size="form" options={places} value={value} onChange={choose} />
        </div>
        <Button kind="primary" type="submit" disabled={whyNot !== undefined} title={whyNot}>
          Add
        </Button>
      </div>
    </form>
  );
}
