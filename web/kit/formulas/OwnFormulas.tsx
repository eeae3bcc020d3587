import { useAtom, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { AskedPart } from "../../components/AskedPart.tsx";
import { Button } from "../../components/controls/Button.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import type { AlertLine, AlertPane } from "../alerts/alert-pane.ts";
import { useMount } from "../pane/mount.ts";
import type { PlacedLine } from "../series/placed-lines.ts";
import type { SeriesChart } from "../series/series-chart.ts";
import { lineFields, ownLines } from "./line-formula.ts";
import { formulasKey, isOwnFormulas, type OwnFormula, placedOf } from "./own-formulas.ts";

const FormulasPanel = lazyPart(() => import("./FormulasPanel.tsx"), "FormulasPanel");

const NONE: readonly OwnFormula[] = [];

interface OwnFormulasProps {
  readonly pane: Pick<AlertPane, "screen" | "ownLinesAtom">;
  /** The screen's own. */
  readonly charts: readonly SeriesChart<never, string>[];
  /** Its lines, by the names that formulas give them. */
  readonly lines: readonly AlertLine[];
  /** What is drawn besides. */
  readonly onLines: (lines: readonly PlacedLine[]) => void;
}

/** 'Formulas (2)': lines of the user's own, made of the screen's lines by formulas, and kept with the screen's settings. */
export function OwnFormulas({ pane, charts, lines, onLines }: OwnFormulasProps): ReactNode {
  const { settings } = useMount();
  const [formulas, keep] = useAtom(settings.stored(formulasKey(pane.screen.id), NONE, isOwnFormulas));
  const ask = useSetAtom(pane.ownLinesAtom);
  const [isOpen, open] = useState(false);
  const fields = useMemo(() => lineFields(lines), [lines]);

  useEffect(() => {
    const placed = placedOf(formulas);
    onLines(placed);
    ask((before) => ({ ...before, shown: ownLines(placed.map(({ look }) => look.id)) }));
  }, [formulas, onLines, ask]);

  return (
    <>
      <Button
        size="header"
        aria-expanded={isOpen}
        title="Lines of your own, made of this screen's lines"
        onClick={() => open(!isOpen)}
        onKeyDown={({ key }) => key === "Escape" && open(false)}
      >
        {formulas.length > 0 ? `Formulas (${formulas.length})` : "Formulas"}
      </Button>
      {isOpen ? (
        <AskedPart>
          <FormulasPanel
            formulas={formulas}
            onChange={keep}
            charts={charts}
            fields={fields}
            onClose={() => open(false)}
          />
        </AskedPart>
      ) : undefined}
    </>
  );
}
