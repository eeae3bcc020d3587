/** The atoms of one mounted scanner. */
import { atom } from "jotai";
import { SCAN_KINDS, type Scan } from "#contract/domain/formula/scan.ts";
import { EXCHANGES, type Exchange } from "#contract/domain/instruments.ts";
import { CHOSEN_SCAN, FIRST_SCAN, READY_MADE } from "../../kit/futures/ready-made-scans.ts";
import { createNamedSets } from "../../kit/named-sets/create-named-sets.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { createAccountSets } from "../../state/saved/account-sets.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { armedOf } from "./armed.ts";
import { screen } from "./screen.ts";
import type { Found, Params } from "./snapshot.ts";
import type { History } from "./strip.ts";
import { table } from "./table.ts";

const isScan = (value: unknown): value is Scan =>
  isRecord(value) && SCAN_KINDS.some((kind) => kind === value["kind"]) && typeof value["formula"] === "string";

const isExchange = (value: unknown): value is Exchange | null =>
  value === null || EXCHANGES.some((one) => one === value);

/** What the user has made of a scan: it counts as long as that one is chosen and stays as it is. */
interface Draft {
  readonly of: string;
  readonly scan: Scan;
}
const isDraft = (value: unknown): value is Draft | null =>
  value === null || (isRecord(value) && typeof value["of"] === "string" && isScan(value["scan"]));

/** One scan is another one where this differs: what is loaded or heard of another tab again is a new object. */
const textOf = ({ kind, formula }: Scan): string => `${kind} ${formula}`;

/** The user's own scans are those of the account, wherever a scanner stands. */
export const ownScans = createAccountSets<Scan>("scans", isScan);

export const scanner = createPane(screen, (own) => {
  const scans = createNamedSets<Scan>({
    setsAtom: ownScans.setsAtom,
    chosenAtom: own.storedText(CHOSEN_SCAN, FIRST_SCAN),
    builtIn: READY_MADE,
  });
  /** Kept like the choice: every tab, and the page after a reload, watches what was armed. */
  const draftAtom = own.stored<Draft | null>("scanDraft", null, isDraft);
  const originAtom = atom((get): string => {
    const { name, set } = get(scans.currentAtom);
    return `${name} ${textOf(set)}`;
  });
  const scanAtom = atom(
    (get): Scan => {
      const draft = get(draftAtom);
      return draft?.of === get(originAtom) ? draft.scan : get(scans.currentAtom).set;
    },
    (get, set, scan: Scan) => set(draftAtom, { of: get(originAtom), scan }),
  );
  const foundAtom = atom<Found | undefined>(undefined);
  const findAtom = atom("");
  const sorting = table.sortingOf(own);
  return {
    scans,
    scanAtom,
    foundAtom,
    /** Why the last scan was not answered; '' where it was. */
    whyNotAtom: atom(""),
    /** The formula is another one than the chosen scan's. */
    isChangedAtom: atom((get) => textOf(get(scanAtom)) !== textOf(get(scans.currentAtom).set)),
    /** How many contracts each other scan of the rail finds, by name. */
    countsAtom: atom<ReadonlyMap<string, number>>(new Map()),
    /** How many passed through the day, of the scan that is shown. */
    historyAtom: atom<History | undefined>(undefined),
    isArmedAtom: armedOf(own),
    /** The exchange of the scan that is armed; null before one was. */
    armedExchangeAtom: own.stored<Exchange | null>("scanExchange", null, isExchange),
    /** The screen stands there, on the live market, and can be seen. */
    isSeenAtom: atom(false),
    findAtom,
    sorting,
    paramsAtom: atom((get): Params => ({ found: get(foundAtom), sort: get(sorting.sortAtom), find: get(findAtom) })),
  };
});
