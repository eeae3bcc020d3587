/**
 * A link to workspaces, '/workspace#w=…': layouts, what the letters look at, day and minute, as deflated JSON in base64url.
 * It holds nothing of the account. Whatever stands in an address is checked: it may come from anybody.
 */
import { foldLink, unfoldLink } from "../../../components/link/link-text.ts";
import { type LinkedPlace, readPlace } from "../../../components/link/linked-place.ts";
import { isRecord } from "../../../state/saved/storage.ts";
import { MOST_PANES, panesOf, remove } from "../layout/tree.ts";
import { copyOf, isWorkspace, LONGEST_NAME, type PaneFacts, type Workspace } from "../layout/workspace.ts";

export interface Link extends LinkedPlace {
  readonly workspaces: readonly Workspace[];
}

const PREFIX = "#w=";
const MOST_LINKED = 12;

export async function linkOf(link: Link): Promise<string> {
  const { workspaces, ...rest } = link;
  return PREFIX + (await foldLink({ v: 1, ...rest, workspaces: workspaces.map(withoutAccountData) }));
}

/** Whether an address has a link in it, good or bad. */
export const isLink = (hash: string): boolean => hash.startsWith(PREFIX);

/**
 * What a link holds. Its workspaces have new ids, because they are copies.
 * @param isScreen whether a screen of that id exists; panes of others are left out
 * @returns undefined for what is no link, or has no pane left
 */
export async function readLink(hash: string, isScreen: (id: string) => boolean): Promise<Link | undefined> {
  if (!isLink(hash)) return undefined;
  return checkLink(await unfoldLink(hash.slice(PREFIX.length)), isScreen);
}

function checkLink(value: unknown, isScreen: (id: string) => boolean): Link | undefined {
  if (!isRecord(value) || value["v"] !== 1 || !Array.isArray(value["workspaces"])) return undefined;
  const workspaces = value["workspaces"]
    .slice(0, MOST_LINKED)
    .filter(isWorkspace)
    .map((one) => withoutAccountData(knownPanes(one, isScreen)))
    .filter(({ root }) => root !== undefined)
    .map((one) => copyOf(one, one.name));
  return workspaces.length === 0 ? undefined : { workspaces, ...readPlace(value) };
}

function knownPanes(workspace: Workspace, isScreen: (id: string) => boolean): Workspace {
  const panes = Object.fromEntries(Object.entries(workspace.panes).filter(([, { screen }]) => isScreen(screen)));
  const gone = panesOf(workspace.root).filter((id) => !(id in panes));
  return { ...workspace, root: gone.reduce(remove, workspace.root), panes };
}

/** What the user has named or put together himself stays with the account, and whoever opens a link arms nothing by it. */
const PERSONAL =
  /^(watchlist|currentWatch|currentScan|scanDraft|scanAlert|savedstrategies|optionChainView|optionChainSelectedView|.*Formulas)$/;
const LONGEST_WORD = 24;
const DEEPEST = 3;

/** A name, layout and settings: no more of a workspace goes into a link, and no more is taken out of one. */
function withoutAccountData({ id, name, root, panes }: Workspace): Workspace {
  const plain = ({ screen, letter, settings = {} }: PaneFacts): PaneFacts => {
    const kept = Object.entries(settings).filter(([key, value]) => !PERSONAL.test(key) && isPlain(value, 0));
    return { screen, letter, ...(kept.length > 0 && { settings: Object.fromEntries(kept.slice(0, MOST_PANES)) }) };
  };
  const entries = Object.entries(panes).map(([pane, facts]) => [pane, plain(facts)] as const);
  return { id, name: name.slice(0, LONGEST_NAME), root, panes: Object.fromEntries(entries) };
}

/** Choices are made of flags, numbers and short words. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "boolean" || typeof value === "number" || value === null) return true;
  if (typeof value === "string") return value.length <= LONGEST_WORD;
  if (typeof value !== "object" || depth >= DEEPEST) return false;
  return Object.values(value).every((one) => isPlain(one, depth + 1));
}
