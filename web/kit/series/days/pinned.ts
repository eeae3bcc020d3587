/** The same contracts on an earlier day: what follows the money today is a strike there. */

/** Where params of screens name one strike, in rupees or "atm". */
const STRIKE_KEYS: readonly string[] = ["strike", "centre", "ce", "pe"];

/** The params with this strike wherever they say "atm". @param atm rupees; NaN: undefined where they need it */
export function pinned<Params>(params: Params, atm: number): Params | undefined {
  let isKnown = true;
  const walk = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (one !== "atm" || !STRIKE_KEYS.includes(key)) return [key, walk(one)];
        if (Number.isNaN(atm)) isKnown = false;
        return [key, atm];
      }),
    );
  };
  const made = walk(params) as Params;
  return isKnown ? made : undefined;
}

/** The strikes that pinned params name. */
export function strikesIn(params: unknown): readonly number[] {
  if (typeof params !== "object" || params === null || Array.isArray(params)) return [];
  return Object.entries(params).flatMap(([key, one]) =>
    typeof one === "number" && STRIKE_KEYS.includes(key) ? [one] : strikesIn(one),
  );
}
