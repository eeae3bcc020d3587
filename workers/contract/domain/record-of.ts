/** A record that has each of these names, and nothing else: `Object.fromEntries` knows no names. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name, at: number) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name, at) => [name, make(name, at)])) as Record<Name, Value>;
