/** What commands share: what was typed, what is wrong with it, and the exit code. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { oneLine, systemCode } from "../../platform/start-error.ts";

/** What was typed is not a command. */
export class UsageError extends Error {}

/** @throws UsageError for an option that is none of these */
export function parsed<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  words: readonly string[] = process.argv.slice(2),
): ReturnType<typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(oneLine(error));
  }
}

/** The day that `--<name>` gives, YYYY-MM-DD. @throws UsageError */
export function dateOption(name: string, text: string): IsoDate {
  try {
    return isoDate(text);
  } catch {
    throw new UsageError(`--${name} is YYYY-MM-DD, not ${JSON.stringify(text)}`);
  }
}

/**
 * Ends with what `run` returns, with 2 and the help where nothing was understood, and with 1 where it failed.
 * @param run returns the exit code, or nothing where it is set already
 */
export async function runToExit(run: () => Promise<unknown>, help = ""): Promise<void> {
  try {
    const code = await run();
    if (typeof code === "number") process.exitCode = code;
  } catch (error) {
    if (systemCode(error) === "EPIPE") return; // whoever read our output has had enough (| head)
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${error.message}\n\n${help}` : `${oneLine(error)}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}
