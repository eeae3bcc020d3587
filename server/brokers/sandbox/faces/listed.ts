/** The open day's contracts as lists have them. */
import { setImmediate as turn } from "node:timers/promises";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeContract, PracticeContracts } from "../contracts.ts";

/** Lines between two turns of the event loop: some milliseconds' worth. */
const CHUNK = 2_000;

/** A line for each contract. @param line undefined for a contract that the list does not have. */
export async function listed(
  contracts: PracticeContracts,
  line: (contract: PracticeContract) => string | undefined,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const contract of contracts.all) {
    const text = line(contract);
    if (text !== undefined && lines.push(text) % CHUNK === 0) await turn();
  }
  return lines;
}

export const csvOf = (header: string, lines: readonly string[]): string => `${[header, ...lines].join("\n")}\n`;

/** 'FUTIDX', 'OPTSTK', 'OPTCUR' */
export function instrumentOf({ key }: Pick<PracticeContract, "key">): string {
  const { kind } = underlyingOf(key.underlying);
  return `${key.type === "FUT" ? "FUT" : "OPT"}${kind === "currency" ? "CUR" : kind === "index" ? "IDX" : "STK"}`;
}
