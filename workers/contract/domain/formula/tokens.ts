/** A formula's text as tokens. The language knows no fields of its own: who compiles a formula says what its fields are called. */

export type TokenKind = "number" | "field" | "function" | "operator" | "(" | ")" | ",";

export interface Token {
  readonly kind: TokenKind;
  /** As it is shown: a field in the spelling of its owner, a function with its bracket: 'abs('. */
  readonly text: string;
  /** Place of its first character in the text, from 0, and how many it has there. */
  readonly at: number;
  readonly length: number;
}

/** What is wrong with a formula, and where. */
export interface FormulaError {
  /** Place of the first wrong character, from 0; the length of the text where its end is wrong. */
  readonly at: number;
  /** Characters that are wrong: at least 1. */
  readonly length: number;
  /** Lower case, without a full stop: "')' closes nothing". */
  readonly message: string;
}

/** 'Character 16: a field or '(' is missing between - and )'; counting starts at 1. */
export const errorText = ({ at, message }: FormulaError): string => `Character ${at + 1}: ${message}`;

/** A formula has at most so many tokens: however it was made, its cost is bounded. */
export const MAX_TOKENS = 300;

export const FUNCTIONS = ["abs", "min", "max", "if", "round", "not", "lag", "change"] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?![\w.])/y;
const CALL = new RegExp(`(${FUNCTIONS.join("|")})\\s*\\(`, "iy");
const WORD_OPERATOR = /(?:and|or)(?!\w)/iy;
const OPERATOR = /<=|>=|<>|!=|==|[-+*/<>=]/y;
const QUOTED = /\[([^\]]*)\]/y;
const SPACE = /\s+/y;
const WORD = /\w+|./suy;

/** Operators that are written in two ways. */
const SPELLINGS: Readonly<Record<string, string>> = { "!=": "<>", "==": "=" };

export interface ReadingOptions {
  /** A field stands in [brackets] only: for names that may look like a number, as ids of lines do. Default: false. */
  readonly quotedOnly?: boolean;
}

/**
 * @param names every field's name. A name may have spaces and signs: the longest one that stands in the text is taken,
 * whatever its case. In [brackets] it stands alone, so that nothing else is read into it.
 */
export function tokenise(
  text: string,
  names: readonly string[],
  { quotedOnly = false }: ReadingOptions = {},
): readonly Token[] | FormulaError {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const longestFirst = quotedOnly ? [] : [...known.keys()].sort((a, b) => b.length - a.length);
  const lower = text.toLowerCase();
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const read = (): Token | FormulaError => {
    const token = (kind: TokenKind, shown: string, length: number): Token => ({ kind, text: shown, at, length });
    const quoted = match(QUOTED);
    if (quoted) {
      const name = known.get((quoted[1] ?? "").trim().toLowerCase());
      return name === undefined ? unknown(quoted[0]) : token("field", name, quoted[0].length);
    }
    const call = match(CALL);
    if (call) return token("function", `${call[1]?.toLowerCase()}(`, call[0].length);
    const name = longestFirst.find((one) => lower.startsWith(one, at) && !continues(lower, at + one.length));
    if (name !== undefined) return token("field", known.get(name) ?? name, name.length);
    const word = match(WORD_OPERATOR);
    if (word) return token("operator", word[0].toLowerCase(), word[0].length);
    const operator = match(OPERATOR);
    if (operator) return token("operator", SPELLINGS[operator[0]] ?? operator[0], operator[0].length);
    const number = match(NUMBER);
    if (number) return token("number", number[0], number[0].length);
    const sign = text.charAt(at);
    if (sign === "(" || sign === ")" || sign === ",") return token(sign, sign, 1);
    return unknown(match(WORD)?.[0] ?? sign);
  };
  const unknown = (found: string): FormulaError => ({
    at,
    length: found.length,
    message: `'${found}' is no field, number or operator`,
  });
  for (;;) {
    at += match(SPACE)?.[0].length ?? 0;
    if (at >= text.length) return tokens;
    const next = read();
    if ("message" in next) return next;
    if (tokens.length === MAX_TOKENS)
      return { at, length: next.length, message: `a formula has at most ${MAX_TOKENS} parts` };
    tokens.push(next);
    at += next.length;
  }
}

/** Whether a name would go on: 'OI' is not found in 'OIX'. A name that ends in a sign ends there. */
function continues(lower: string, at: number): boolean {
  const isWord = /\w/;
  return isWord.test(lower.charAt(at)) && isWord.test(lower.charAt(at - 1));
}
