/** The atoms of one mounted scanner. */
import { atom } from "jotai";
import { SCAN_KINDS, type Scan } from "#contract/domain/formula/scan.ts";
import { CHOSEN_SCAN, FIRST_SCAN, READY_MADE } from "../../kit/futures/ready-made-scans.ts";
import { createNamedSets } from "../../kit/named-sets/create-named-sets.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { createAccountSets } from "../../state/saved/account-sets.ts";
import { isBoolean, isRecord } from "../../state/saved/storage.ts";
import { screen } from "./screen.ts";
import type { Found, Params } from "./snapshot.ts";
import type { History } from "./strip.ts";
import { table } from "./table.ts";

const isScan = (value: unknown): value is Scan =>
  isRecord(value) && SCAN_KINDS.some((kind) => kind === value["kind"]) && typeof value["formula"] === "string";

/** The user's own scans are those of the account, wherever a scanner stands. */
export const ownScans = createAccountSets<Scan>("scans", isScan);

export const scanner = createPane(screen, (own) => {
  const scans = createNamedSets<Scan>({
    setsAtom: ownScans.setsAtom,
    chosenAtom: own.storedText(CHOSEN_SCAN, FIRST_SCAN),
    builtIn: READY_MADE,
  });
  /** What the user has made of a scan, not saved; it counts as long as that one is chosen and stays as it is. */
  const draftAtom = atom<{ readonly of: Scan; readonly scan: Scan } | undefined>(undefined);
  const scanAtom = atom(
    (get): Scan => {
      const { set } = get(scans.currentAtom);
      const draft = get(draftAtom);
      return draft?.of === set ? draft.scan : set;
    },
    (get, set, scan: Scan) => set(draftAtom, { of: get(scans.currentAtom).set, scan }),
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
    isChangedAtom: atom((get) => get(scanAtom) !== get(scans.currentAtom).set),
    /** How many contracts each other scan of the rail finds, by name. */
    countsAtom: atom<ReadonlyMap<string, number>>(new Map()),
    /** How many passed through the day, of the scan that is shown. */
    historyAtom: atom<History | undefined>(undefined),
    isArmedAtom: own.stored("scanAlert", false, isBoolean),
    findAtom,
    sorting,
    paramsAtom: atom((get): Params => ({ found: get(foundAtom), sort: get(sorting.sortAtom), find: get(findAtom) })),
  };
});
