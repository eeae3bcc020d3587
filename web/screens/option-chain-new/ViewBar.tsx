import { useAtom, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { Tabs } from "../../components/controls/Tabs.tsx";
import { PanePricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";

import { chain } from "./pane.ts";
import { RANGES } from "./ranges.ts";
import type { Snapshot } from "./snapshot.ts";
import { OI_GRAPH } from "./views.ts";

const TOTALS = [
  { value: "oi", label: "OI" },
  { value: "volume", label: "Vol" },
] as const;

/** Up to this window width 'Range' reads 'Rng'. */
const SHORT_WORDS_WIDTH = 700;

const pricedOnOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.facts.pricedOn;

/** One tab a view, and what belongs to the view shown. @param id ties it to its panel. */
export function ViewBar({ id }: { readonly id: string }): ReactNode {
  const pane = chain.use();
  const { viewsAtom, viewNameAtom, viewAtom, chooseRangeAtom, totalsOfAtom, areBarsInvertedAtom } = pane;
  const views = useAtomValue(viewsAtom);
  const [name, chooseView] = useAtom(viewNameAtom);
  const { strikeRange } = useAtomValue(viewAtom);
  const chooseRange = useSetAtom(chooseRangeAtom);
  const [totalsOf, chooseTotals] = useAtom(totalsOfAtom);
  const [areBarsInverted, invertBars] = useAtom(areBarsInvertedAtom);
  const isNarrow = useNarrow(SHORT_WORDS_WIDTH);
  const names = [...views.keys()];
  return (
    <Tabs
      id={id}
      label="Views"
      tabs={names.map((one) => ({ value: one, label: one }))}
      value={name}
      onChange={chooseView}
    >
      {name === OI_GRAPH ? undefined : <PanePricedOn pane={pane} read={pricedOnOf} />}
      <Checkbox
        label={name === OI_GRAPH ? "Change Bar Display" : "Invert graph"}
        checked={areBarsInverted}
        onChange={invertBars}
      />
      <Select
        label="View"
        prefix="View"
        options={names.map((one) => ({ value: one, label: one }))}
        value={name}
        onChange={chooseView}
      />
      <Select
        label="Range"
        prefix={isNarrow ? "Rng" : "Range"}
        options={RANGES}
        value={String(strikeRange)}
        onChange={(range) => chooseRange(Number(range))}
      />
      <Select label="Totals" prefix="Totals" options={TOTALS} value={totalsOf} onChange={chooseTotals} />
    </Tabs>
  );
}
