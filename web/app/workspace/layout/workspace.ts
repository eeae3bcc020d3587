/** A workspace: its tree, and what stands in each pane. Pure; every change gives a new one whose tree and panes agree. */
import { LINK_LETTERS, type LinkLetter } from "../../../state/pane/link-letters.ts";
import { isRecord } from "../../../state/saved/storage.ts";
import {
  type Direction,
  insert,
  MOST_PANES,
  move,
  type PaneId,
  panesOf,
  remove,
  type Side,
  splitOf,
  type Tree,
  whyInvalid,
  type Zone,
} from "./tree.ts";

export interface PaneFacts {
  /** A screen's id. One that this release does not know keeps its place. */
  readonly screen: string;
  readonly letter: LinkLetter;
  /** What the pane keeps of its settings, by their keys. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** Absent: there is no pane. */
  readonly root?: Tree;
  /** In the order in which they were opened: the page keeps it, so that none is moved in the document. */
  readonly panes: Readonly<Record<PaneId, PaneFacts>>;
}

export const LONGEST_NAME = 40;
/** No member of every object is called so. */
const PANE_ID = /^p[0-9a-z]{1,9}$/;

/** A new id; it need only differ from the others of its page. */
export function newId(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `p${number.toString(36)}`;
}

/** @returns undefined where there is no room for another pane */
export function openPane(
  workspace: Workspace,
  facts: PaneFacts,
  {
    target,
    side = "right",
    id = newId(),
  }: { readonly target?: PaneId; readonly side?: Side; readonly id?: PaneId } = {},
): Workspace | undefined {
  const panes = panesOf(workspace.root);
  if (panes.length >= MOST_PANES || panes.includes(id)) return undefined;
  const beside = target !== undefined && panes.includes(target) ? target : panes.at(-1);
  return {
    ...workspace,
    root: insert(workspace.root, id, beside, side),
    panes: { ...workspace.panes, [id]: facts },
  };
}

export function closePane(workspace: Workspace, id: PaneId): Workspace {
  const { [id]: _closed, ...panes } = workspace.panes;
  return { ...workspace, root: remove(workspace.root, id), panes };
}

export const movePane = (workspace: Workspace, id: PaneId, target: PaneId, zone: Zone): Workspace =>
  withRoot(workspace, move(workspace.root, id, target, zone));

export const withRoot = (workspace: Workspace, root: Tree): Workspace =>
  root === workspace.root ? workspace : { ...workspace, root };

export function withFacts(workspace: Workspace, id: PaneId, change: Partial<PaneFacts>): Workspace {
  const facts = workspace.panes[id];
  return facts ? { ...workspace, panes: { ...workspace.panes, [id]: { ...facts, ...change } } } : workspace;
}

/** A workspace of one pane. */
export function aloneOf(name: string, facts: PaneFacts): Workspace {
  const pane = newId();
  return { id: newId(), name: name.slice(0, LONGEST_NAME), root: pane, panes: { [pane]: facts } };
}

/** A copy with ids of its own, for another tab. */
export function copyOf(workspace: Workspace, name: string): Workspace {
  const ids = new Map(panesOf(workspace.root).map((id) => [id, newId()]));
  const rename = (tree: Tree): Tree =>
    tree === undefined || typeof tree === "string"
      ? tree && ids.get(tree)
      : splitOf(
          tree.dir,
          tree.children.map((child, i) => ({ node: rename(child), size: tree.sizes[i] ?? 0 })),
        );
  const panes = Object.fromEntries(
    [...ids].flatMap(([from, to]) => {
      const facts = workspace.panes[from];
      return facts ? [[to, facts] as const] : [];
    }),
  );
  return { id: newId(), name, root: rename(workspace.root), panes };
}

/** Whether what was stored is a workspace, whole and valid. */
export function isWorkspace(value: unknown): value is Workspace {
  if (!isRecord(value) || !isRecord(value["panes"])) return false;
  const { id, name, root, panes } = value;
  if (typeof id !== "string" || id === "" || typeof name !== "string" || name.length > LONGEST_NAME) return false;
  if (root !== undefined && !isNode(root, 0)) return false;
  const ids = panesOf(root);
  const entries = Object.entries(panes);
  return (
    whyInvalid(root) === undefined &&
    ids.length <= MOST_PANES &&
    entries.length === ids.length &&
    entries.every(([one, facts]) => ids.includes(one) && isFacts(facts))
  );
}

const isLetter = (value: unknown): value is LinkLetter => LINK_LETTERS.some((letter) => letter === value);

function isFacts(value: unknown): value is PaneFacts {
  if (!isRecord(value)) return false;
  const { screen, letter, settings } = value;
  return typeof screen === "string" && isLetter(letter) && (settings === undefined || isRecord(settings));
}

function isNode(value: unknown, depth: number): value is Exclude<Tree, undefined> {
  if (typeof value === "string") return PANE_ID.test(value);
  if (!isRecord(value) || depth > MOST_PANES) return false; // each split leaves a pane beside what it holds
  const { dir, sizes, children } = value;
  const directions: readonly unknown[] = ["row", "column"] satisfies Direction[];
  return (
    directions.includes(dir) &&
    Array.isArray(sizes) &&
    sizes.every((size) => typeof size === "number") &&
    Array.isArray(children) &&
    children.length <= MOST_PANES &&
    children.every((child) => isNode(child, depth + 1))
  );
}
