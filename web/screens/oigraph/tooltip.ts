/** What the tooltip says of a strike: both figures of the plot, whichever chart is hovered. Pure. */
import type { TooltipContent } from "../../charts/chart-spec.ts";
import { formats, timeFormat } from "../../format/format.ts";
import { placeNote, strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { type DatumSide, datumAt } from "./datum.ts";
import { lakhs, priceFormats } from "./figures.ts";
import type { Plot } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const side = (label: string, colour: "call" | "put", values: readonly string[]) => ({ label, colour, values });

/** @param hasStart whether the level that the change counts from is drawn and named, too */
export function tooltipOf(
  snapshot: Snapshot | undefined,
  index: number,
  plot: Plot,
  hasStart: boolean,
): TooltipContent | undefined {
  const datum = snapshot && datumAt(snapshot, index);
  if (!datum) return undefined;
  const [call, put] = datum.values;
  const heading = {
    title: strikeTextOf(snapshot.strikes)(datum.strike),
    ...placeNote(snapshot.strikes, snapshot.atm, index),
  };
  if (plot === "premium") {
    const { plain, signed } = priceFormats(snapshot.decimals);
    const texts = (one: DatumSide) => [plain.text(one.premium), signed.text(one.changeInPremium)];
    return {
      ...heading,
      head: ["Premium", "Change"],
      rows: [
        side("Calls", "call", texts(call)),
        side("Puts", "put", texts(put)),
        { label: "Straddle", values: [plain.text(call.premium + put.premium), ""] },
      ],
    };
  }
  const start = { CE: snapshot.startOi.CE[index]!, PE: snapshot.startOi.PE[index]! };
  const texts = (one: DatumSide) => [
    ...(hasStart ? [lakhs.plain.text(start[one.type])] : []),
    lakhs.plain.text(one.oi),
    lakhs.signed.text(one.changeInOI),
  ];
  return {
    ...heading,
    head: [
      ...(hasStart ? [Number.isNaN(snapshot.from) ? "Prev" : timeFormat.text(snapshot.from)] : []),
      "OI",
      "Change",
    ],
    rows: [
      side("Calls", "call", texts(call)),
      side("Puts", "put", texts(put)),
      { label: "PCR", values: [...(hasStart ? [""] : []), pcrText(put.oi / call.oi), ""] },
    ],
  };
}

const pcrText = (pcr: number): string => (Number.isFinite(pcr) ? formats.price.text(pcr) : "-");
