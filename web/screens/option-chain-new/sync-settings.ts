/**
 * Brings the browser's settings of the chain and the account's together: views and columns are saved sealed, and seen
 * wherever the user logs in. Loaded when the first figures stand, or with the settings. A failure is only logged; nothing
 * that was changed is dropped, and the account is asked again.
 */
import { atom, type createStore } from "jotai";
import { loadSettingsAtom, saveSettingAtom } from "../../state/saved/sealed-store.ts";
import { isBoolean, isRecord, storedAtom } from "../../state/saved/storage.ts";
import { type AccountCopy, accountCopyAtom } from "./account-copy.ts";
import { colouredOf, customParams, readColumns, type UserColumns, unitsOf } from "./custom-columns.ts";
import type { chain } from "./pane.ts";
import { orderedViews, storedViews } from "./stored-views.ts";
import { mergeViews, type View } from "./views.ts";

type Store = ReturnType<typeof createStore>;
type ChainScreenPane = ReturnType<typeof chain.of>;

/** The browser's own views were taken to the account. */
const isExportAtom = storedAtom("isExport", false, isBoolean);

const FIELDS = { views: "userSettingViews", columns: "userColumns" } as const;
const PARTS = ["views", "columns"] as const;
type Part = (typeof PARTS)[number];

/** Changes of a view are saved together, when there are no more for so long. */
const QUIET_MS = 800;

/** Between two questions to an account that does not answer; it doubles up to the longest. */
const AGAIN_MS = 5000;
const LONGEST_MS = 60_000;

/**
 * @param pane whose own changes are taken to the account; undefined: of none
 * @returns a function that ends it.
 */
export function followAccount(store: Store, pane: ChainScreenPane | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let again = AGAIN_MS;
  /** What this browser kept already: what is chosen from now on is chosen over whatever the account answers. */
  const older = pane ? store.get(pane.changedViewsAtom) : {};
  /** Whether the account has answered, when all that was begun is done. */
  let running: Promise<boolean> = Promise.resolve(false);
  const soon = (ms: number): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(go, ms);
  };
  const go = (): void => {
    running = running.then(async (isKnown) => {
      if (!isKnown && !(await adoptAccount(store))) {
        soon(again);
        again = Math.min(2 * again, LONGEST_MS);
        return false;
      }
      if (pane) await uploadChanges(store, pane, store.get(isExportAtom) ? {} : older);
      return true;
    });
  };
  go();
  const unfollow = pane && store.sub(pane.changedViewsAtom, () => soon(QUIET_MS));
  return () => {
    isOver = true;
    clearTimeout(timer);
    unfollow?.();
  };
}

/** What is on its way from the account: the panes of a page share it. */
const adoptingAtom = atom<Promise<boolean> | undefined>(undefined);

/**
 * Takes what the account keeps, and takes there what it does not know yet.
 * @returns whether the account answered: what it keeps is never replaced unseen.
 */
function adoptAccount(store: Store): Promise<boolean> {
  const adopting = store.get(adoptingAtom) ?? adopt(store).finally(() => store.set(adoptingAtom, undefined));
  store.set(adoptingAtom, adopting);
  return adopting;
}

async function adopt(store: Store): Promise<boolean> {
  const before = store.get(accountCopyAtom);
  // What the user changed while the answer was on its way was not made on it.
  const changed = (): readonly Part[] => {
    const now = store.get(accountCopyAtom);
    return PARTS.filter((part) => now.pending.includes(part) || !isSame(now[part], before[part]));
  };
  const loaded = await store.set(loadSettingsAtom, Object.values(FIELDS), () => changed().map((part) => FIELDS[part]));
  const copy = store.get(accountCopyAtom);
  if (loaded === undefined || copy.user !== before.user) return false;
  const { userSettingViews: kept, userColumns } = loaded;
  const mine = changed();
  store.set(accountCopyAtom, {
    ...copy,
    isLoaded: true,
    ...(!mine.includes("views") && { views: isRecord(kept) ? orderedViews(kept) : undefined }),
    ...(!mine.includes("columns") && columnsCopy(readColumns(isRecord(userColumns) ? userColumns : {}))),
  });
  if (copy.pending.includes("columns")) await save(store, "columns");
  if (copy.pending.includes("views")) await save(store, "views");
  return true;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * @param older views that this browser kept before there was an account for them: where both have a name, the account's stays
 */
async function uploadChanges(
  store: Store,
  pane: ChainScreenPane,
  older: Readonly<Record<string, unknown>>,
): Promise<void> {
  const own = store.get(pane.changedViewsAtom);
  if (Object.keys(own).length === 0) return;
  const { views } = store.get(accountCopyAtom);
  const kept = new Set(views?.map(([name]) => name));
  const changes = Object.entries(own).filter(([name, one]) => !kept.has(name) || !isSame(one, older[name]));
  if (!(await saveViews(store, mergeViews(views, Object.fromEntries(changes))))) return;
  store.set(isExportAtom, true);
  // What was changed meanwhile stays for the next time.
  store.set(pane.changedViewsAtom, (now) =>
    Object.fromEntries(Object.entries(now).filter(([name, one]) => own[name] !== one)),
  );
}

/** @returns whether the account keeps them; the browser does in any case. */
export async function saveViews(store: Store, views: ReadonlyMap<string, View>): Promise<boolean> {
  change(store, "views", { views: [...views] });
  return save(store, "views");
}

/** As {@link saveViews}. */
export async function saveColumns(store: Store, columns: UserColumns): Promise<boolean> {
  change(store, "columns", columnsCopy(columns));
  return save(store, "columns");
}

const columnsCopy = (columns: UserColumns): Pick<AccountCopy, "columns" | "custom" | "coloured" | "units"> => ({
  columns,
  custom: customParams(columns),
  coloured: colouredOf(columns),
  units: unitsOf(columns),
});

function change(store: Store, part: Part, to: Partial<AccountCopy>): void {
  const copy = store.get(accountCopyAtom);
  store.set(accountCopyAtom, { ...copy, ...to, pending: [...copy.pending.filter((one) => one !== part), part] });
}

async function save(store: Store, part: Part): Promise<boolean> {
  const sent = store.get(accountCopyAtom);
  const outcome =
    part === "views"
      ? await store.set(saveSettingAtom, "userSettingViews", storedViews(mergeViews(sent.views)))
      : await store.set(saveSettingAtom, "userColumns", sent.columns);
  const copy = store.get(accountCopyAtom);
  const pending = copy.pending.filter((one) => one !== part);
  if (outcome.is === "theirs") {
    const theirs = isRecord(outcome.value) ? outcome.value : undefined;
    const taken = part === "views" ? { views: theirs && orderedViews(theirs) } : columnsCopy(readColumns(theirs ?? {}));
    store.set(accountCopyAtom, { ...copy, ...taken, pending });
  } else if (outcome.is === "kept" && copy[part] === sent[part]) store.set(accountCopyAtom, { ...copy, pending });
  // What the user took from elsewhere stands in place of what was changed here.
  return outcome.is === "kept" || outcome.is === "theirs";
}
