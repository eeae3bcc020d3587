/** What the user practised, on whatever day: kept in the browser, newest last. It belongs to no pane. */
import { atom } from "jotai";
import type { PracticeWish } from "#contract/domain/orders/practice.ts";
import { isNumber, isRecord, storedAtom } from "../../../state/saved/storage.ts";

export interface JournalEntry extends PracticeWish {
  /** Day that it was practised on. */
  readonly date: string;
  readonly symbol: string;
  /** Units a lot of the contract. */
  readonly lotSize: number;
}

const MOST = 1000;

const isEntry = (value: unknown): value is JournalEntry =>
  isRecord(value) &&
  ["id", "date", "symbol", "expiry", "type", "side"].every((key) => typeof value[key] === "string") &&
  ["strike", "units", "minute", "lotSize"].every((key) => isNumber(value[key])) &&
  [value["limit"], value["cancelled"]].every((one) => one === null || isNumber(one));
const isJournal = (value: unknown): value is readonly JournalEntry[] => Array.isArray(value) && value.every(isEntry);

const storedJournalAtom = storedAtom("practiceJournal", [], isJournal);

export const journalAtom = atom(
  (get): readonly JournalEntry[] => get(storedJournalAtom),
  (_get, set, change: (before: readonly JournalEntry[]) => readonly JournalEntry[]) =>
    set(storedJournalAtom, (before) => change(before).slice(-MOST)),
);
