import { useAtom, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { ALL_STRIKES } from "#contract/domain/strike-range.ts";
import { Checkbox } from "../../components/Checkbox.tsx";
import { Select } from "../../components/Select.tsx";
import { Tabs } from "../../components/Tabs.tsx";
import { useNarrow } from "../../state/media.ts";

import { chain } from "./pane.ts";
import { OI_GRAPH } from "./views.ts";

const RANGES = [
  ...Array.from({ length: 11 }, (_, i) => ({ value: String(i + 5), label: `${i + 5} strikes` })),
  { value: String(ALL_STRIKES), label: "All" },
];
const TOTALS = [
  { value: "oi", label: "OI" },
  { value: "volume", label: "Vol" },
] as const;

/** Up to this window width 'Range' reads 'Rng'. */
const SHORT_WORDS_WIDTH = 700;

/** One tab a view, and what belongs to the view shown. @param id ties it to its panel. */
export function ViewBar({ id }: { readonly id: string }): ReactNode {
  const { viewsAtom, viewNameAtom, viewAtom, chooseRangeAtom, totalsOfAtom, areBarsInvertedAtom } = chain.use();
  const views = useAtomValue(viewsAtom);
  const [name, chooseView] = useAtom(viewNameAtom);
  const { strikeRange } = useAtomValue(viewAtom);
  const chooseRange = useSetAtom(chooseRangeAtom);
  const [totalsOf, chooseTotals] = useAtom(totalsOfAtom);
  const [areBarsInverted, invertBars] = useAtom(areBarsInvertedAtom);
  const isNarrow = useNarrow(SHORT_WORDS_WIDTH);
  const names = Object.keys(views);
  return (
    <Tabs
      id={id}
      label="Views"
      tabs={names.map((one) => ({ value: one, label: one }))}
      value={name}
      onChange={chooseView}
    >
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
