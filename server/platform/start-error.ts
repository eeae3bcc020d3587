/** Why the server cannot start, in one line that tells the operator what to do. Printed as it is; the exit code is 1. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The `code` of a system error ('ENOSPC'), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** One line for the operator, whatever was thrown. Of a failed statement the values stay out: they are people's. */
export function oneLine(thrown: unknown): string {
  const error = isFailedStatement(thrown) ? (thrown.cause ?? "a statement failed") : thrown;
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s*\n\s*/g, " ").trim();
}

/** As the query builder throws it, with the values in its message. Told by its fields: commands without a database load none of it. */
const isFailedStatement = (error: unknown): error is Error =>
  error instanceof Error && "query" in error && "params" in error;
