/**
 * How the panes of a workspace share its room: a tree of splits, whose leaves are panes. Pure: every operation gives a new
 * tree, and keeps the old one as it is. A pane is known by its id alone, so moving one does not change what it is.
 *
 * A valid tree has each pane once, at least two children in a split, no split in one of its own direction, and sizes that
 * are positive and sum to 1.
 */
export type PaneId = string;

/** row: children stand side by side; column: one above the other. */
export type Direction = "row" | "column";

export interface Split {
  readonly dir: Direction;
  /** The child's share of the split's width or height, 0 to 1. */
  readonly sizes: readonly number[];
  readonly children: readonly TreeNode[];
}

export type TreeNode = PaneId | Split;
/** Undefined: there is no pane. */
export type Tree = TreeNode | undefined;

/** From the root, the child to go to at each split. */
export type Path = readonly number[];

export type Side = "left" | "right" | "top" | "bottom";
/** Where a pane is dropped on another one: beside it, or in its place. */
export type Zone = Side | "center";

export const MOST_PANES = 24;
/** What a sash leaves to either side, of its split. */
const LEAST_SHARE = 0.04;
const ROUNDING = 1e-6;

/** In reading order. */
export function panesOf(tree: Tree): readonly PaneId[] {
  if (tree === undefined) return [];
  return typeof tree === "string" ? [tree] : tree.children.flatMap(panesOf);
}

interface Part {
  readonly node: Tree;
  readonly size: number;
}

/** Parts without a node give their room to the others; a split of the same direction becomes part of this one. */
export function splitOf(dir: Direction, parts: readonly Part[]): Tree {
  const flat = parts.flatMap(({ node, size }) => {
    if (node === undefined) return [];
    if (typeof node === "string" || node.dir !== dir) return [{ node, size }];
    return node.children.map((child, i) => ({ node: child, size: size * (node.sizes[i] ?? 0) }));
  });
  if (flat.length < 2) return flat[0]?.node;
  const total = flat.reduce((sum, { size }) => sum + size, 0);
  return { dir, sizes: flat.map(({ size }) => size / total), children: flat.map(({ node }) => node) };
}

/** The tree with each pane replaced; the splits are put right. */
function mapPanes(tree: Tree, change: (id: PaneId) => Tree): Tree {
  if (tree === undefined) return undefined;
  if (typeof tree === "string") return change(tree);
  const parts = tree.children.map((child, i) => ({ node: mapPanes(child, change), size: tree.sizes[i] ?? 0 }));
  return splitOf(tree.dir, parts);
}

/** Puts a new pane beside another one, which gives it half of its room. Without that one the tree stays as it is. */
export function insert(tree: Tree, id: PaneId, target: PaneId | undefined, side: Side): Tree {
  if (tree === undefined) return id;
  const dir = side === "left" || side === "right" ? "row" : "column";
  const isBefore = side === "left" || side === "top";
  return mapPanes(tree, (one) => {
    if (one !== target) return one;
    return splitOf(
      dir,
      (isBefore ? [id, one] : [one, id]).map((node) => ({ node, size: 0.5 })),
    );
  });
}

/** The one before it in its split takes its room, or the one after it: what was split is whole again. */
export function remove(tree: Tree, id: PaneId): Tree {
  if (tree === undefined || typeof tree === "string") return tree === id ? undefined : tree;
  const at = tree.children.indexOf(id);
  const heir = at > 0 ? at - 1 : 1;
  const room = tree.sizes[at] ?? 0;
  const parts = tree.children.map((child, i) => ({
    node: remove(child, id),
    size: (tree.sizes[i] ?? 0) + (i === heir ? room : 0),
  }));
  return splitOf(tree.dir, parts);
}

/** Moves a pane beside another one; dropped on its middle, the two change places. */
export function move(tree: Tree, id: PaneId, target: PaneId, zone: Zone): Tree {
  const panes = panesOf(tree);
  if (id === target || !panes.includes(id) || !panes.includes(target)) return tree;
  if (zone === "center") return mapPanes(tree, (one) => (one === id ? target : one === target ? id : one));
  return insert(remove(tree, id), id, target, zone);
}

/**
 * Moves the sash behind a child of a split.
 * @param boundary index of the child before the sash
 * @param at where the sash is to stand, as a share of the split; it keeps a least share from both neighbours
 */
export const resize = (tree: Tree, path: Path, boundary: number, at: number): Tree =>
  mapSplit(tree, path, (split) => {
    const before = split.sizes[boundary];
    const after = split.sizes[boundary + 1];
    if (before === undefined || after === undefined) return split;
    const start = split.sizes.slice(0, boundary).reduce((sum, size) => sum + size, 0);
    const both = before + after;
    const least = Math.min(LEAST_SHARE, both / 2);
    const size = Math.min(both - least, Math.max(least, at - start));
    const sizes = split.sizes.map((one, i) => (i === boundary ? size : i === boundary + 1 ? both - size : one));
    return { ...split, sizes };
  });

/** All children of a split get the same room. */
export const even = (tree: Tree, path: Path): Tree =>
  mapSplit(tree, path, (split) => ({ ...split, sizes: split.sizes.map(() => 1 / split.sizes.length) }));

/** Of the split that a pane is a child of; undefined where it is none's. */
export function splitAround(tree: Tree, id: PaneId): Path | undefined {
  if (tree === undefined || typeof tree === "string") return undefined;
  if (tree.children.includes(id)) return [];
  for (const [i, child] of tree.children.entries()) {
    const path = splitAround(child, id);
    if (path) return [i, ...path];
  }
  return undefined;
}

function mapSplit(tree: Tree, path: Path, change: (split: Split) => Split): Tree {
  if (tree === undefined || typeof tree === "string") return tree;
  const [step, ...rest] = path;
  if (step === undefined) return change(tree);
  const child = tree.children[step];
  const next = mapSplit(child, rest, change);
  if (next === undefined || next === child) return tree;
  return { ...tree, children: tree.children.map((one, i) => (i === step ? next : one)) };
}

/** Why a tree is not valid; undefined where it is. */
export function whyInvalid(tree: Tree): string | undefined {
  const panes = panesOf(tree);
  if (new Set(panes).size < panes.length) return "a pane stands twice";
  return tree === undefined || typeof tree === "string" ? undefined : whyInvalidSplit(tree);
}

function whyInvalidSplit({ dir, sizes, children }: Split): string | undefined {
  if (children.length < 2) return "a split has fewer than two children";
  if (sizes.length !== children.length) return "a split has not one size a child";
  if (!sizes.every((size) => size > 0 && size < 1)) return "a size is no share";
  if (Math.abs(sizes.reduce((sum, size) => sum + size, 0) - 1) > ROUNDING) return "the sizes do not sum to 1";
  for (const child of children) {
    if (typeof child === "string") continue;
    if (child.dir === dir) return "a split stands in one of its own direction";
    const why = whyInvalidSplit(child);
    if (why !== undefined) return why;
  }
  return undefined;
}
