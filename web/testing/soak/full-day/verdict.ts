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
  /** How what was found is spread, one a line: it is said before the findings, and whole. */
  readonly spread?: readonly string[];
  /** What was found, one a line. */
  readonly found?: readonly string[];
}

/** Of each kind of finding beside its figure. */
const SHOWN = 10;

/**
 * The figures come last, so that the end of a long output says what is wrong; what they have no room for comes before them.
 *
 * @returns whether all of them hold
 */
export function tell(figures: readonly Figure[], say: (line: string) => void = console.log): boolean {
  for (const { what, found = [] } of figures) {
    if (found.length <= SHOWN) continue;
    say(`${what}, each:`);
    for (const line of found) say(`    ${line}`);
  }
  let isWell = true;
  for (const { what, value, unit = "", most, least, spread = [], found = [] } of figures) {
    const isMissed = (most !== undefined && value > most) || (least !== undefined && value < least);
    isWell &&= !isMissed;
    const bound = [most !== undefined && `at most ${most}`, least !== undefined && `at least ${least}`].filter(Boolean);
    const shown = Number.isNaN(value) ? "-" : Number.isInteger(value) ? String(value) : value.toFixed(2);
    const words = `${what.padEnd(64)} ${shown.padStart(9)} ${unit.padEnd(4)} ${bound.join(", ")}`;
    say(`${words.trimEnd()}${isMissed ? "  MISSED" : ""}`);
    for (const line of [...spread, ...found.slice(0, SHOWN)]) say(`    ${line}`);
    if (found.length > SHOWN) say(`    and ${found.length - SHOWN} more, which stand above`);
  }
  return isWell;
}
