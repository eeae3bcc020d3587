/** Values of a JSON schema for fuzzing: mostly of its shape, sometimes with one part that is anything. */
import fc from "fast-check";

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

const HEX = fc.stringMatching(/^([0-9a-f]{2}){0,80}$/);
const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

/** One for each list: a schema has hundreds of them, and to make one takes longer than to try it. */
function once<Value>(make: (known: readonly string[]) => fc.Arbitrary<Value>): typeof make {
  const made = new WeakMap<readonly string[], fc.Arbitrary<Value>>();
  return (known) => {
    const one = made.get(known) ?? make(known);
    made.set(known, one);
    return one;
  };
}

/** Strings that parsers, databases and paths stumble over, besides the usual ones. */
export const text = once<string>((known) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 1, arbitrary: HEX },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "",
        "\u0000",
        "a\u0000b",
        "\ud800",
        "\udfff\ud800",
        "../../etc/passwd",
        "%00",
        "%",
        "%2e%2e%2f",
        "' or 1=1 --",
        "\r\nSet-Cookie: a=b",
        "__proto__",
        "constructor",
        "x".repeat(300),
        "é".repeat(2000),
        "NaN",
        "-1",
        "99999999999999999999",
      ),
    },
  ),
);

export const anything = once<unknown>((known) =>
  fc.oneof(
    text(known),
    fc.double(),
    fc.constantFrom<unknown>(null, true, -1, 2 ** 53, 1e308, [], {}, nested(40), nested(3000)),
    fc.jsonValue({ maxDepth: 3 }),
  ),
);

export function ofSchema(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: wellFormed(schema, known) }, { weight: 1, arbitrary: anything(known) });
}

function wellFormed(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const { anyOf, type } = schema;
  if (anyOf !== undefined && anyOf.length > 0) return fc.oneof(...anyOf.map((one) => ofSchema(one, known)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (typeof type === "object" ? type[0] : type) {
    case "string":
      return text(known);
    case "integer":
      return fc.oneof(fc.integer(), fc.constantFrom(-1, 2 ** 31, 2 ** 53));
    case "number":
      return fc.double();
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(ofSchema(schema.items ?? {}, known), { maxLength: 4 });
    case "object":
      return objectOf(schema, known);
    default:
      return anything(known);
  }
}

function objectOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties } = schema;
  const entries = Object.entries(properties).map(([name, one]) => [name, ofSchema(one, known)] as const);
  const named = fc.record(Object.fromEntries(entries));
  const rest = typeof additionalProperties === "object" ? additionalProperties : {};
  const others = fc.dictionary(text(known), ofSchema(rest, known), { maxKeys: 2 });
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  // A part left out, a part too many: an object of the schema is neither.
  const without = fc
    .tuple(named, fc.constantFrom("", ...Object.keys(properties)))
    .map(([value, left]) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== left)));
  return fc.oneof(
    { weight: isOpen ? 1 : 6, arbitrary: named },
    { weight: isOpen ? 4 : 1, arbitrary: fc.tuple(others, named).map(([more, value]) => ({ ...more, ...value })) },
    { weight: 1, arbitrary: without },
  );
}
