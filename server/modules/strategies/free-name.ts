/**
 * The name under which a strategy is kept: of one that is taken, the first '-' becomes '(n) - ', n counting from 1 until
 * nobody has it. A name without '-' gets '(n)' at its end.
 */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 1; taken.has(free); n++) {
    free = name.includes("-") ? name.replace("-", () => `(${n}) - `) : `${name} (${n})`;
  }
  return free;
}
