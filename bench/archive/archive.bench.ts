/** How small is a day, how fast is it read back, and how soon is a minute of the whole market safe on disk? */
import type { Row } from "../report.ts";
import { blobRows } from "./blob.ts";
import { journalRows } from "./journal.ts";

export const question = "archive";

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  return [...(await journalRows(question, short)), ...(await blobRows(question, short))];
}
