/** Lines out of the raw files, for tests on real days: they run where MARKET_DATA names the folder. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const folder = process.env["MARKET_DATA"] ?? "";
export const HAS_RECORDED = folder !== "";

type Line = Readonly<Record<string, string>>;

/** The lines of a file by their headers; none without the folder. @param file such as 'futures/x.csv.gz' */
export function recordedLines(file: string): readonly Line[] {
  if (!HAS_RECORDED) return [];
  const text = gunzipSync(readFileSync(join(folder, file))).toString();
  const [head = "", ...lines] = text.trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((field, i) => [names[i] ?? "", field])));
}
