/** Where the panes and sashes of a tree stand, as shares of the workspace's width and height. Pure. */
import type { Direction, PaneId, Path, Side, Tree, TreeNode, Zone } from "./tree.ts";

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Between two children of a split. */
export interface SashPlace {
  readonly path: Path;
  /** Index of the child before it. */
  readonly boundary: number;
  readonly dir: Direction;
  /** Of the split. */
  readonly split: Place;
  /** Where it stands, and the far ends of the two that it parts: shares of the split. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Places {
  readonly panes: ReadonlyMap<PaneId, Place>;
  readonly sashes: readonly SashPlace[];
}

export const WHOLE: Place = { left: 0, top: 0, width: 1, height: 1 };

export function placesOf(tree: Tree): Places {
  const panes = new Map<PaneId, Place>();
  const sashes: SashPlace[] = [];
  const visit = (node: TreeNode, place: Place, path: Path): void => {
    if (typeof node === "string") {
      panes.set(node, place);
      return;
    }
    let from = 0;
    node.children.forEach((child, i) => {
      const size = node.sizes[i] ?? 0;
      visit(child, partOf(place, node.dir, from, size), [...path, i]);
      const next = node.sizes[i + 1];
      if (next !== undefined) {
        const at = from + size;
        sashes.push({ path, boundary: i, dir: node.dir, split: place, at, from, to: at + next });
      }
      from += size;
    });
  };
  if (tree !== undefined) visit(tree, WHOLE, []);
  return { panes, sashes };
}

function partOf({ left, top, width, height }: Place, dir: Direction, from: number, size: number): Place {
  return dir === "row"
    ? { left: left + from * width, top, width: size * width, height }
    : { left, top: top + from * height, width, height: size * height };
}

export interface Drop {
  readonly target: PaneId;
  readonly zone: Zone;
  /** Where the dropped pane will stand. */
  readonly place: Place;
}

/** Nearer to an edge than this share of the pane, a drop is beside it. */
const EDGE = 0.28;

/** What a drop at a point does; undefined outside of every pane. */
export function dropAt(panes: ReadonlyMap<PaneId, Place>, x: number, y: number): Drop | undefined {
  for (const [target, place] of panes) {
    const across = (x - place.left) / place.width;
    const down = (y - place.top) / place.height;
    if (across < 0 || across >= 1 || down < 0 || down >= 1) continue;
    const zone = zoneAt(across, down);
    return { target, zone, place: zone === "center" ? place : halfOf(place, zone) };
  }
  return undefined;
}

function zoneAt(across: number, down: number): Zone {
  const edges: readonly (readonly [Side, number])[] = [
    ["left", across],
    ["right", 1 - across],
    ["top", down],
    ["bottom", 1 - down],
  ];
  const [side, distance] = edges.reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest));
  return distance < EDGE ? side : "center";
}

function halfOf(place: Place, side: Side): Place {
  const dir = side === "left" || side === "right" ? "row" : "column";
  return partOf(place, dir, side === "right" || side === "bottom" ? 0.5 : 0, 0.5);
}

/** The pane at a side of another one: of those that touch it there, the one that shares most of the edge. */
export function neighbourOf(panes: ReadonlyMap<PaneId, Place>, id: PaneId, side: Side): PaneId | undefined {
  const own = panes.get(id);
  if (!own) return undefined;
  let found: PaneId | undefined;
  let most = 0;
  for (const [other, place] of panes) {
    const shared = other !== id && touches(own, place, side) ? sharedEdge(own, place, side) : 0;
    if (shared <= most) continue;
    most = shared;
    found = other;
  }
  return found;
}

const CLOSE = 1e-6;
const isClose = (a: number, b: number): boolean => Math.abs(a - b) < CLOSE;

function touches(own: Place, other: Place, side: Side): boolean {
  switch (side) {
    case "left":
      return isClose(other.left + other.width, own.left);
    case "right":
      return isClose(own.left + own.width, other.left);
    case "top":
      return isClose(other.top + other.height, own.top);
    case "bottom":
      return isClose(own.top + own.height, other.top);
  }
}

function sharedEdge(a: Place, b: Place, side: Side): number {
  return side === "left" || side === "right"
    ? Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
    : Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
}

/** A pane of this size still shows its screen; pixels. */
const LEAST_PX = { width: 240, height: 160 } as const;

export interface Room {
  readonly target: PaneId;
  readonly side: Side;
  /** Not in halves: all panes of that split must give way. */
  readonly isTight: boolean;
}

/**
 * Where another pane has room: beside a pane along its longer side.
 * @param first the pane that is halved where its halves are large enough; else it is the largest that can be
 * @param width of the workspace, pixels; so is `height`
 */
export function roomFor(
  panes: ReadonlyMap<PaneId, Place>,
  first: PaneId | undefined,
  width: number,
  height: number,
): Room | undefined {
  const rooms = [...panes]
    .map(([target, place]) => {
      const [across, down] = [place.width * width, place.height * height];
      const isRow = across >= down;
      const isTight = across < LEAST_PX.width * (isRow ? 2 : 1) || down < LEAST_PX.height * (isRow ? 1 : 2);
      return { target, side: isRow ? ("right" as const) : ("bottom" as const), isTight, area: across * down };
    })
    .sort((a, b) => b.area - a.area);
  const wanted = rooms.find(({ target }) => target === first);
  const found = wanted?.isTight === false ? wanted : (rooms.find(({ isTight }) => !isTight) ?? wanted ?? rooms[0]);
  return found && { target: found.target, side: found.side, isTight: found.isTight };
}
