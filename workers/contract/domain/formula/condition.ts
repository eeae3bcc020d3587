/** A formula that says yes or no. */
import type { Token } from "./tokens.ts";

const COMPARING: ReadonlySet<string> = new Set(["<", ">", "<=", ">=", "=", "<>", "and", "or", "not("]);

/** It compares something, so that it can hold. */
export const isCondition = (tokens: readonly Token[]): boolean => tokens.some(({ text }) => COMPARING.has(text));
