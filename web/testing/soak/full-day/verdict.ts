/** The figures of a soak beside their bounds. */

export interface Figure {
  readonly what: string;
  /** NaN where there was too little to judge. */
  readonly value: number;
  readonly unit?: string;
  /** The most that it may be; absent: it is said only. */
  readonly most?: number;
  /** The least that it must be. */
  readonly least?: number;
  /** What was found, one a line. */
  readonly found?: readonly string[];
}

/** Of each kind of finding. */
const SHOWN = 10;

/** @returns whether all of them hold */
export function tell(figures: readonly Figure[]): boolean {
  let isWell = true;
  for (const { what, value, unit = "", most, least, found = [] } of figures) {
    const isMissed = (most !== undefined && value > most) || (least !== undefined && value < least);
    isWell &&= !isMissed;
    const bound = [most !== undefined && `at most ${most}`, least !== undefined && `at least ${least}`].filter(Boolean);
    const shown = Number.isNaN(value) ? "-" : Number.isInteger(value) ? String(value) : value.toFixed(2);
    const words = `${what.padEnd(64)} ${shown.padStart(9)} ${unit.padEnd(4)} ${bound.join(", ")}`;
    console.log(`${words.trimEnd()}${isMissed ? "  MISSED" : ""}`);
    for (const line of found.slice(0, SHOWN)) console.log(`    ${line}`);
    if (found.length > SHOWN) console.log(`    and ${found.length - SHOWN} more`);
  }
  return isWell;
}
