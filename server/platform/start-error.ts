/** Why the server cannot start, in one line that tells the operator what to do. Printed as it is; the exit code is 1. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The `code` of a system error ('ENOSPC'), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** One line for the operator, whatever was thrown. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s*\n\s*/g, " ").trim();
}
