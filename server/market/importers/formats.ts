/** The formats that can be imported, and which of them a header is. */
import type { ChainFormat } from "./chain-format.ts";
import { contractRowsChain } from "./contract-rows-chain.ts";
import { nseSiteChain } from "./nse-site-chain.ts";
import { indexSnapshots, stockSnapshots } from "./snapshot-chain.ts";

export const FORMATS: readonly ChainFormat[] = [nseSiteChain, contractRowsChain, indexSnapshots, stockSnapshots];

/** Of the columns a format needs, this part makes a header "meant to be" that format. */
const LIKENESS = 0.5;

/** @returns the format, or in words why it is none. */
export function detectFormat(
  header: readonly string[],
  formats: readonly ChainFormat[] = FORMATS,
): ChainFormat | string {
  const named = new Set(header);
  let nearest: { format: ChainFormat; missing: string[] } | undefined;
  for (const format of formats) {
    const missing = format.columns.filter((column) => !named.has(column));
    if (missing.length === 0) return repeated(header, format) ?? format;
    if (missing.length > format.columns.length * LIKENESS) continue;
    if (nearest === undefined || missing.length < nearest.missing.length) nearest = { format, missing };
  }
  if (nearest) return `the header looks like a ${nearest.format.name}, but lacks ${nearest.missing.join(", ")}`;
  const known = formats.map(({ name, columns }) => `${name} (${columns.slice(0, 4).join(", ")}, ...)`).join("; ");
  return `the header is of no known format. Known are: ${known}`;
}

function repeated(header: readonly string[], format: ChainFormat): string | undefined {
  const twice = format.columns.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  return twice.length === 0 ? undefined : `the header names ${twice.join(", ")} twice`;
}
