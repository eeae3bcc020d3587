/**
 * Brings the browser's settings of the chain and the account's together: views and columns are saved sealed, and seen
 * wherever the user logs in. Loaded when the first figures stand. A failure is only logged; nothing that was changed is
 * dropped, and the next start tries again.
 */
import type { createStore } from "jotai";
import { loadSettingsAtom, saveSettingAtom } from "../../state/saved/sealed-store.ts";
import { isBoolean, isRecord, storedAtom } from "../../state/saved/storage.ts";
import { type AccountCopy, accountCopyAtom } from "./account-copy.ts";
import { colouredOf, customParams, readColumns, type UserColumns } from "./custom-columns.ts";
import type { chain } from "./pane.ts";
import { orderedViews, storedViews } from "./stored-views.ts";
import { mergeViews, type View } from "./views.ts";

type Store = ReturnType<typeof createStore>;
type ChainScreenPane = ReturnType<typeof chain.of>;

/** The browser's own views were taken to the account. */
const isExportAtom = storedAtom("isExport", false, isBoolean);

const FIELDS = { views: "userSettingViews", columns: "userColumns" } as const;

/** Changes of a view are saved together, when there are no more for so long. */
const QUIET_MS = 800;

/** @returns a function that ends it. */
export function followAccount(store: Store, pane: ChainScreenPane): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** Whether the account has answered, when all that was begun is done. */
  let running: Promise<boolean> = Promise.resolve(false);
  const soon = (): void => {
    clearTimeout(timer);
    if (isOver || Object.keys(store.get(pane.changedViewsAtom)).length === 0) return;
    timer = setTimeout(() => {
      running = running.then(async (isKnown) => {
        const knows = isKnown || (await adoptAccount(store, pane));
        if (knows) await uploadChanges(store, pane);
        return knows;
      });
    }, QUIET_MS);
  };
  running = adoptAccount(store, pane);
  void running.then(soon);
  const unfollow = store.sub(pane.changedViewsAtom, soon);
  return () => {
    isOver = true;
    clearTimeout(timer);
    unfollow();
  };
}

/**
 * Takes what the account keeps, and takes there what it does not know yet.
 * @returns whether the account answered: what it keeps is never replaced unseen.
 */
async function adoptAccount(store: Store, pane: ChainScreenPane): Promise<boolean> {
  const changed = store.get(accountCopyAtom).pending.map((part) => FIELDS[part]);
  const loaded = await store.set(loadSettingsAtom, ["userSettingViews", "userColumns"], changed);
  if (loaded === undefined) return false;
  const copy = store.get(accountCopyAtom);
  const { userSettingViews: kept, userColumns } = loaded;
  const { pending } = copy;
  store.set(accountCopyAtom, {
    ...copy,
    ...(!pending.includes("views") && { views: isRecord(kept) ? orderedViews(kept) : undefined }),
    ...(!pending.includes("columns") && columnsCopy(readColumns(isRecord(userColumns) ? userColumns : {}))),
  });
  if (pending.includes("columns")) await save(store, "columns");
  if (pending.includes("views")) await save(store, "views");
  if (!store.get(isExportAtom)) await migrate(store, pane);
  return true;
}

/** Once: views that this browser kept before there was an account for them. Where both have a name, the account's stays. */
async function migrate(store: Store, pane: ChainScreenPane): Promise<void> {
  const own = store.get(pane.changedViewsAtom);
  if (Object.keys(own).length === 0) return;
  const { views } = store.get(accountCopyAtom);
  const kept = new Set(views?.map(([name]) => name));
  const unknown = Object.entries(own).filter(([name]) => !kept.has(name));
  if (await saveViews(store, mergeViews(views, Object.fromEntries(unknown)))) {
    store.set(pane.changedViewsAtom, {});
    store.set(isExportAtom, true);
  }
}

async function uploadChanges(store: Store, pane: ChainScreenPane): Promise<void> {
  const changes = store.get(pane.changedViewsAtom);
  if (Object.keys(changes).length === 0) return;
  if (!(await saveViews(store, mergeViews(store.get(accountCopyAtom).views, changes)))) return;
  store.set(isExportAtom, true);
  // What was changed meanwhile stays for the next time.
  store.set(pane.changedViewsAtom, (now) =>
    Object.fromEntries(Object.entries(now).filter(([name, one]) => changes[name] !== one)),
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

const columnsCopy = (columns: UserColumns): Pick<AccountCopy, "columns" | "custom" | "coloured"> => ({
  columns,
  custom: customParams(columns),
  coloured: colouredOf(columns),
});

type Part = AccountCopy["pending"][number];

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
