import type { ReactNode } from "react";
import type { Program, Source } from "#contract/domain/formula/compile.ts";
import type { ChainPreview } from "#contract/domain/snapshots/chain-table.ts";
import { LAKH } from "#contract/domain/units.ts";
import { formats, priceFormatOf } from "../../../format/format.ts";
import { strikeText } from "../../../format/strike-text.ts";
import { customFormat } from "../../../kit/chain/custom-format.ts";
import { useDecimals } from "../../../kit/pane/figures/use-decimals.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { chain } from "../pane.ts";
import type { Snapshot } from "../snapshot.ts";
import styles from "./settings.module.css";

interface PreviewProps {
  readonly name: string;
  readonly unit: "" | "lakhs" | "crores";
  /** The last valid formula, and what it reads. */
  readonly program: Program | undefined;
  readonly formula: string | undefined;
  /** The formula of the box is that one. */
  readonly isCurrent: boolean;
}

const previewOf = ({ snapshot }: PaneState<Snapshot>): ChainPreview | undefined => snapshot?.preview;
const SIDES = ["CALL", "PUT"] as const;
const UNITS = { "": ["", 1], lakhs: [", L", LAKH], crores: [", Cr", 100 * LAKH] } as const;

/** What the formula reads and gives at the money, live. */
export function Preview({ name, unit, program, formula, isCurrent }: PreviewProps): ReactNode {
  const pane = chain.use();
  const preview = useSlowFact(pane.stateAtom, previewOf);
  const format = customFormat(formats.whole, priceFormatOf(useDecimals(pane)));
  const [suffix, scale] = UNITS[unit];
  const isThere = preview !== undefined && preview.formula === formula && program !== undefined;
  if (!isThere)
    return <p className={styles["preview"]}>The preview at the money stands here once the formula is valid.</p>;
  return (
    <table className={styles["preview"]} aria-label="Preview">
      <caption>
        Preview, live: the ATM row <b>{strikeText(preview.strike)}</b>
      </caption>
      <thead>
        <tr>
          <td />
          {program.sources.map((source) => (
            <th key={nameOf(source)}>{nameOf(source)}</th>
          ))}
          <th>
            {name || "Result"}
            {suffix}
          </th>
          {isCurrent ? undefined : <th className={styles["old"]}>last valid: {formula}</th>}
        </tr>
      </thead>
      <tbody>
        {SIDES.map((side, i) => {
          const result = format.text((preview.results[i] ?? Number.NaN) / scale);
          return (
            <tr key={side}>
              <th data-side={side}>{side}</th>
              {preview.sources[i]?.map((value, j) => (
                <td key={nameOf(program.sources[j]!)}>{format.text(value)}</td>
              ))}
              <td>
                <b>{isCurrent ? result : "-"}</b>
              </td>
              {isCurrent ? undefined : <td className={styles["old"]}>{result}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const nameOf = ({ field, lag }: Source): string =>
  lag === 0 ? field : lag === "open" ? `${field} at the open` : `${field}, ${lag} min ago`;
