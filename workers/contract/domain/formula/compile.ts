/** Compiles a formula to reverse Polish notation, without recursion and in one pass over its tokens (Dijkstra's shunting yard). */
import { type FormulaError, type FunctionName, type ReadingOptions, type Token, tokenise } from "./tokens.ts";

/** A column that a formula reads: a field now, some minutes ago, or at the open. */
export interface Source {
  readonly field: string;
  /** Minutes before now. */
  readonly lag: number | "open";
}

export type Operator = "+" | "-" | "*" | "/" | "<" | ">" | "<=" | ">=" | "=" | "<>" | "and" | "or";
type LookingBack = "lag" | "change";
type Call = Exclude<FunctionName, LookingBack>;
export type Op = "constant" | "source" | "negate" | Operator | Call;

/** One step: what it does, and for a constant or a source its place in that list. */
export interface Step {
  readonly op: Op;
  readonly operand: number;
}

/** A formula that can be run: see evaluate.ts. */
export interface Program {
  readonly steps: readonly Step[];
  readonly constants: readonly number[];
  readonly sources: readonly Source[];
  /** Columns that are under way at once. */
  readonly depth: number;
}

export type Compiled =
  | { readonly ok: true; readonly program: Program; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly error: FormulaError };

/** Binary operators bind more tightly the higher they stand; among equals the left one goes first. */
const BINDING: Readonly<Record<Operator, number>> = {
  or: 1,
  and: 2,
  "=": 3,
  "<>": 3,
  "<": 4,
  ">": 4,
  "<=": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
};
const UNARY_BINDING = 7;

/** Fewest and most figures that a function takes. */
const ARITY: Readonly<Record<Call, readonly [number, number]>> = {
  abs: [1, 1],
  min: [2, Number.POSITIVE_INFINITY],
  max: [2, Number.POSITIVE_INFINITY],
  if: [3, 3],
  round: [1, 2],
  not: [1, 1],
};
/** What lag( and change( look like: they look back at fields, and cannot look back at anything else. */
const LOOKING_BACK = { lag: ["field", ",", "number", ")"], change: ["field", ")"] } as const;
const FORMS: Readonly<Record<LookingBack, string>> = {
  lag: "lag( takes a field, a comma and minutes: lag(LTP, 5)",
  change: "change( takes a field: change(LTP)",
};

/** What waits for its right side to end. */
type Waiting =
  | { readonly kind: "operator"; readonly op: Op; readonly binding: number; readonly token: Token }
  | { readonly kind: "("; readonly token: Token }
  | { readonly kind: "call"; readonly name: Call; readonly token: Token; count: number };

class Refusal {
  readonly error: FormulaError;
  constructor({ at, length }: Pick<Token, "at" | "length">, message: string) {
    this.error = { at, length, message };
  }
}

/** @param names the fields that the formula may read, as their owner spells them. */
export function compileFormula(text: string, names: readonly string[], options?: ReadingOptions): Compiled {
  const tokens = tokenise(text, names, options);
  if ("message" in tokens) return { ok: false, error: tokens };
  try {
    return { ok: true, program: new Compiler(tokens, text).program(), tokens };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { ok: false, error: refusal.error };
    throw refusal;
  }
}

class Compiler {
  readonly #tokens: readonly Token[];
  readonly #text: string;
  readonly #steps: Step[] = [];
  readonly #constants: number[] = [];
  readonly #sources: Source[] = [];
  readonly #waiting: Waiting[] = [];
  #height = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  program(): Program {
    const tokens = this.#tokens;
    let wantsOperand = true;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      const back = wantsOperand ? lookingBack(token) : undefined;
      if (back !== undefined) {
        this.#lookBack(back, i);
        i += LOOKING_BACK[back].length;
        wantsOperand = false;
      } else
        wantsOperand = wantsOperand ? this.#operand(token, tokens[i - 1]) : this.#afterOperand(token, tokens[i - 1]!);
    }
    const last = tokens.at(-1);
    const end = { at: this.#text.trimEnd().length, length: 1 };
    if (wantsOperand)
      throw new Refusal(end, last === undefined ? "the formula is empty" : `${MISSING} after ${last.text}`);
    this.#unwind(0);
    const open = this.#waiting.at(-1);
    if (open !== undefined) throw new Refusal(open.token, `'${open.token.text}' is never closed`);
    return { steps: this.#steps, constants: this.#constants, sources: this.#sources, depth: this.#depth };
  }

  /** @returns whether an operand is still wanted after it. */
  #operand(token: Token, before: Token | undefined): boolean {
    switch (token.kind) {
      case "number":
        this.#constant(Number(token.text));
        return false;
      case "field":
        this.#source({ field: token.text, lag: 0 });
        return false;
      case "(":
        this.#waiting.push({ kind: "(", token });
        return true;
      case "function":
        this.#waiting.push({ kind: "call", name: token.text.slice(0, -1) as Call, token, count: 1 });
        return true;
      case "operator":
        if (token.text === "-") this.#waiting.push({ kind: "operator", op: "negate", binding: UNARY_BINDING, token });
        if (token.text === "-" || token.text === "+") return true;
    }
    throw new Refusal(
      token,
      before ? `${MISSING} between ${before.text} and ${token.text}` : `${MISSING} before ${token.text}`,
    );
  }

  /** @returns whether an operand is wanted after it. */
  #afterOperand(token: Token, before: Token): boolean {
    switch (token.kind) {
      case "operator": {
        const op = token.text as Operator;
        const binding = BINDING[op];
        this.#unwind(binding);
        this.#waiting.push({ kind: "operator", op, binding, token });
        return true;
      }
      case ",": {
        this.#unwind(0);
        const call = this.#waiting.at(-1);
        if (call?.kind !== "call") throw new Refusal(token, "',' stands in no function");
        call.count++;
        return true;
      }
      case ")":
        this.#close(token);
        return false;
    }
    throw new Refusal(token, `an operator is missing between ${before.text} and ${token.text}`);
  }

  #close(token: Token): void {
    this.#unwind(0);
    const open = this.#waiting.pop();
    if (open === undefined || open.kind === "operator") throw new Refusal(token, "')' closes nothing");
    if (open.kind === "(") return;
    const [fewest, most] = ARITY[open.name];
    if (open.count < fewest || open.count > most) {
      const takes = most === fewest ? `${most}` : most === 2 ? "1 or 2" : `${fewest} or more`;
      throw new Refusal(open.token, `${open.token.text} takes ${takes}, not ${open.count}`);
    }
    if (open.name === "min" || open.name === "max") for (let i = 1; i < open.count; i++) this.#step(open.name, 2);
    else {
      if (open.name === "round" && open.count === 1) this.#constant(0);
      this.#step(open.name, open.name === "round" ? 2 : open.count);
    }
  }

  /** `lag(` or `change(` at a token: their fields are sources of their own. */
  #lookBack(name: LookingBack, at: number): void {
    const form: readonly string[] = LOOKING_BACK[name];
    const given = this.#tokens.slice(at + 1, at + 1 + form.length);
    const wrong = form.findIndex((kind, i) => given[i]?.kind !== kind);
    if (wrong >= 0) throw new Refusal(given[wrong] ?? { at: this.#text.trimEnd().length, length: 1 }, FORMS[name]);
    const field = given[0]!.text;
    if (name === "lag") {
      const minutes = Number(given[2]!.text);
      if (!Number.isInteger(minutes)) throw new Refusal(given[2]!, "minutes are whole");
      this.#source({ field, lag: minutes });
    } else {
      this.#source({ field, lag: 0 });
      this.#source({ field, lag: "open" });
      this.#step("-", 2);
    }
  }

  /** Emits the operators that bind at least as tightly. */
  #unwind(binding: number): void {
    for (
      let top = this.#waiting.at(-1);
      top?.kind === "operator" && top.binding >= binding;
      top = this.#waiting.at(-1)
    ) {
      this.#waiting.pop();
      this.#step(top.op, top.op === "negate" ? 1 : 2);
    }
  }

  #constant(value: number): void {
    this.#steps.push({ op: "constant", operand: this.#constants.push(value) - 1 });
    this.#grow();
  }

  #source({ field, lag }: Source): void {
    const known = this.#sources.findIndex((one) => one.field === field && one.lag === lag);
    this.#steps.push({ op: "source", operand: known >= 0 ? known : this.#sources.push({ field, lag }) - 1 });
    this.#grow();
  }

  #grow(): void {
    this.#height++;
    this.#depth = Math.max(this.#depth, this.#height);
  }

  #step(op: Op, takes: number): void {
    this.#steps.push({ op, operand: 0 });
    this.#height -= takes - 1;
  }
}

const MISSING = "a field or '(' is missing";

function lookingBack({ text }: Token): LookingBack | undefined {
  return text === "lag(" ? "lag" : text === "change(" ? "change" : undefined;
}
