/** What `backup` and `restore` are asked for: one file, and one choice. */
import { parsed } from "../typed/command-line.ts";

export interface Asked {
  readonly file: string;
  readonly isChosen: boolean;
}

/** @returns undefined where the help was told instead; the exit code says whether it was asked for. @throws UsageError */
export function askedFile(choice: string, help: string): Asked | undefined {
  const options = { [choice]: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parsed(options);
  const [file, ...rest] = positionals;
  if (!values["help"] && file !== undefined && rest.length === 0) return { file, isChosen: values[choice] === true };
  process.stdout.write(help);
  process.exitCode = values["help"] ? 0 : 2;
  return undefined;
}
