/** Why a contract left the list, in words. Pure. */
import { numberFormat } from "../../format/format.ts";

/**
 * 'LTP > Vwap no longer: LTP 101.20, Vwap 101.35'
 * @param condition the one that it fails; '' where it has no price
 * @param figures what the fields of that condition are now
 */
export function reasonText(condition: string, figures: Readonly<Record<string, number | null>>): string {
  if (condition === "") return "no price now";
  const now = Object.entries(figures).map(([field, value]) => `${field} ${figureText(value)}`);
  return `${condition} no longer: ${now.join(", ")}`;
}

/** As many decimals as tell it from what it is compared with: none for what is counted, four for small prices. */
function figureText(value: number | null): string {
  if (value === null) return "-";
  return numberFormat({ decimals: Number.isInteger(value) ? 0 : Math.abs(value) < 100 ? 4 : 2 }).text(value);
}
