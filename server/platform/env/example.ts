/** `.env.example` as text, made from the schema so that it can never lie about a name or a default. */
import { ENV_SCHEMA } from "./env.ts";

const HEADER = `# Every setting of the server. Nothing needs to be set: these are the defaults. What the browser app is built with says
# server/OPERATING.md.
# Copy to .env and uncomment what you change. NAME_FILE=/path reads NAME from a file, for mounted secrets.
# Made by \`npm run env:example\`; do not edit by hand.
`;

export function envExample(): string {
  const entries = Object.entries(ENV_SCHEMA.shape).map(
    ([name, schema]) => `# ${schema.description}\n# ${name}=${defaultText(name)}\n`,
  );
  return [HEADER, ...entries].join("\n");
}

/** The default as one would type it, found below whatever wraps it; empty where there is none. */
function defaultText(name: string): string {
  const schema = ENV_SCHEMA.shape[name as keyof typeof ENV_SCHEMA.shape];
  let inner: unknown = schema;
  while (inner !== undefined && inner !== null) {
    const { def } = inner as {
      readonly def: { type: string; defaultValue?: unknown; innerType?: unknown; in?: unknown };
    };
    if (def.defaultValue !== undefined) return String(def.defaultValue);
    inner = def.innerType ?? def.in;
  }
  return "";
}
