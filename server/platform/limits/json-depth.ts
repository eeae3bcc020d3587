/** How deep JSON may be nested: what nobody means would overflow whatever walks through it. */
export const MAX_DEPTH = 32;

/** @param levels of arrays and objects that are allowed. */
export const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
