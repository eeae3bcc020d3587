/** What lines counted in lakh have in common, OI and volume: their axis and their figures. The lines' values are lakhs. */
import type { ValueAxis } from "../../charts/chart-spec.ts";
import { numberFormat } from "../../format/format.ts";
import { plainTick, signedTick } from "./price-axis.ts";
import type { LineLook } from "./series-chart.ts";

/** '140.84 L', of lakhs. */
export const lakhFormat = numberFormat({ decimals: 2, suffix: " L" });
const signedLakhFormat = numberFormat({ decimals: 2, suffix: " L", signed: true });

/** An axis titled 'lakh'. @param isChange signed */
export const lakhAxis = (isChange = false): ValueAxis => ({ format: isChange ? signedTick : plainTick, unit: "lakh" });

/** '140.84 L' in the tooltip, '140.84' on the tag. @param isChange signed */
export const lakhLook = (isChange = false): Pick<LineLook<string>, "format" | "tagFormat"> => ({
  format: (isChange ? signedLakhFormat : lakhFormat).text,
  tagFormat: numberFormat({ decimals: 2, signed: isChange }).text,
});
