/** Finds names by a few of their letters. Pure. */

export interface Match {
  /** The smaller the better. */
  readonly cost: number;
  /** Which characters of the name were typed, in order. */
  readonly marked: readonly number[];
}

const AT_WORD = 1;
const INSIDE = 3;
const SCATTERED = 6;

/**
 * Every word of the query must be found in the name, in whatever order: best at its start, then at the start of a word,
 * then within one, then letter by letter, each word of the name giving letters from its start on ('oc' finds 'Option Chain').
 * @returns undefined where the name lacks one of them
 */
export function match(query: string, name: string): Match | undefined {
  const text = name.toLowerCase();
  const marked = new Set<number>();
  let cost = name.length / 100;
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const found = findWord(word, text) ?? scattered(word, text);
    if (!found) return undefined;
    cost += found.cost;
    for (const at of found.marked) marked.add(at);
  }
  return { cost, marked: [...marked].sort((a, b) => a - b) };
}

/** At the start of a word, else anywhere. */
function findWord(word: string, text: string): Match | undefined {
  const start = text.search(new RegExp(`\\b${escaped(word)}`));
  const from = start < 0 ? text.indexOf(word) : start;
  if (from < 0) return undefined;
  return { cost: start === 0 ? 0 : start > 0 ? AT_WORD : INSIDE, marked: Array.from(word, (_, i) => from + i) };
}

/** Letter by letter: each follows the one before it, or begins a word. */
function scattered(word: string, text: string): Match | undefined {
  const letters = Array.from(word, (letter) => `(${escaped(letter)})`);
  const found = new RegExp(`\\b${letters.join("(?:.*?\\b)?")}`, "d").exec(text)?.indices?.slice(1);
  return found && { cost: SCATTERED, marked: found.map((at) => at?.[0] ?? 0) };
}

const escaped = (text: string): string => text.replace(/[^a-z0-9]/g, "\\$&");

/** The best of the entries for a query, best first; equals keep their order. */
export function best<T extends { readonly name: string; readonly words?: string }>(
  entries: readonly T[],
  query: string,
  most: number,
): readonly (T & Match)[] {
  return entries
    .flatMap((entry) => {
      const found = match(query, entry.name);
      if (found) return [{ ...entry, ...found }];
      const other = entry.words === undefined ? undefined : match(query, entry.words);
      return other ? [{ ...entry, cost: other.cost + AT_WORD, marked: [] }] : [];
    })
    .sort((a, b) => a.cost - b.cost)
    .slice(0, most);
}

interface Part {
  /** Index of its first character. */
  readonly from: number;
  readonly part: string;
  readonly isMarked: boolean;
}

/** A name in pieces, each typed or not. */
export function partsOf(name: string, marked: readonly number[]): readonly Part[] {
  const parts: Part[] = [];
  for (let from = 0, to = 0; from < name.length; from = to) {
    const isMarked = marked.includes(from);
    while (to < name.length && marked.includes(to) === isMarked) to++;
    parts.push({ from, part: name.slice(from, to), isMarked });
  }
  return parts;
}
