/** What does a builder's picture of a strategy cost? */
import type { Row } from "../report.ts";
import { heatMapRows } from "./heat-map.ts";

export const question = "strategy";

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  return heatMapRows(question, short);
}
