import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import type { View } from "../views.ts";
import { analysisBasisAtom } from "./analysis-basis.ts";
import { changeView, type Draft } from "./draft.ts";
import styles from "./settings.module.css";

interface OptionsTabProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const BASES = [
  { value: "prevClose", label: "Previous Close" },
  { value: "open", label: "Open Price" },
] as const;
const VOL_BARS = [
  { value: "volume", label: "Volume" },
  { value: "vol lakh", label: "Vol Lakh" },
  { value: "vol lot", label: "Vol Lot" },
  { value: "", label: "None" },
] as const;
const OI_BARS = [
  { value: "oi", label: "OI" },
  { value: "oi lakh", label: "OI Lakh" },
  { value: "oi lot", label: "OI Lot" },
  { value: "", label: "None" },
] as const;

/** What the columns of the chosen view show, beyond which they are. */
export function OptionsTab({ draft, onChange }: OptionsTabProps): ReactNode {
  const rememberBasis = useSetAtom(analysisBasisAtom);
  const view = draft.views.get(draft.edited)!;
  const change = (to: Partial<View>): void => onChange(changeView(draft, to));
  return (
    <dl className={styles["options"]}>
      <dt>Analysis compares the price with</dt>
      <dd>
        <SegmentedControl
          label="Analysis basis"
          size="form"
          segments={BASES}
          value={view.analysisCalc}
          onChange={(analysisCalc) => {
            rememberBasis(analysisCalc);
            change({ analysisCalc });
          }}
        />
      </dd>
      <dt>Figure over Vol Bar</dt>
      <dd>
        <SegmentedControl
          label="Vol Bar"
          size="form"
          segments={VOL_BARS}
          value={view.volBar}
          onChange={(volBar) => change({ volBar })}
        />
      </dd>
      <dt>Figure over OI Bar</dt>
      <dd>
        <SegmentedControl
          label="OI Bar"
          size="form"
          segments={OI_BARS}
          value={view.oiBar}
          onChange={(oiBar) => change({ oiBar })}
        />
      </dd>
      <dt>Vega</dt>
      <dd>
        <Checkbox label="Top_3" checked={view.vegatop3} onChange={(vegatop3) => change({ vegatop3 })} />
      </dd>
      <dt>Vol * Vwap</dt>
      <dd className={styles["quiet"]}>(In Lakhs)</dd>
    </dl>
  );
}
