import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromReadyMade, READY_MADE } from "../ready-made.ts";
import { dropAt, neighbourOf, placesOf, roomFor } from "./places.ts";
import {
  even,
  insert,
  MOST_PANES,
  move,
  panesOf,
  remove,
  resize,
  type Side,
  splitAround,
  type Tree,
  whyInvalid,
} from "./tree.ts";
import { closePane, copyOf, isWorkspace, movePane, openPane, type Workspace, withRoot } from "./workspace.ts";

const SIDES: readonly Side[] = ["left", "right", "top", "bottom"];
const FACTS = { screen: "pcr", letter: "A" } as const;

/** One step of a user, whose places are chosen by numbers. */
const step = fc.record({
  does: fc.constantFrom("open", "open", "move", "close", "resize", "even"),
  which: fc.nat(),
  where: fc.nat(),
  side: fc.constantFrom(...SIDES),
  zone: fc.constantFrom(...SIDES, "center" as const),
  at: fc.double({ min: -1, max: 2, noNaN: true }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const pick = <T>(all: readonly T[], number: number): T | undefined => all[number % Math.max(1, all.length)];

function take(workspace: Workspace, { does, which, where, side, zone, at }: Step, id: string): Workspace {
  const panes = panesOf(workspace.root);
  const pane = pick(panes, which);
  const target = pick(panes, where);
  const sash = pick(placesOf(workspace.root).sashes, which);
  if (does === "open" || pane === undefined || target === undefined)
    return openPane(workspace, FACTS, { ...(target !== undefined && { target }), side, id }) ?? workspace;
  if (does === "move") return movePane(workspace, pane, target, zone);
  if (does === "close") return closePane(workspace, pane);
  if (!sash) return workspace;
  if (does === "even") return withRoot(workspace, even(workspace.root, sash.path));
  return withRoot(workspace, resize(workspace.root, sash.path, sash.boundary, at));
}

describe("the tree of panes", () => {
  it("stays valid over 10,000 random steps; panes are lost and doubled by none, and together they fill the room", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 100, maxLength: 100, size: "max" }), (steps) => {
        let workspace: Workspace = { id: "w", name: "", panes: {} };
        steps.forEach((one, i) => {
          const before = Object.keys(workspace.panes).length;
          workspace = take(workspace, one, `p${i}`);
          expect(whyInvalid(workspace.root)).toBeUndefined();
          expect([...panesOf(workspace.root)].sort()).toEqual(Object.keys(workspace.panes).sort());
          const after = Object.keys(workspace.panes).length;
          expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
          if (["move", "resize", "even"].includes(one.does) && before > 0) expect(after).toBe(before);
          const places = [...placesOf(workspace.root).panes.values()];
          const area = places.reduce((sum, { width, height }) => sum + width * height, 0);
          expect(area).toBeCloseTo(after === 0 ? 0 : 1, 6);
          expect(isWorkspace(JSON.parse(JSON.stringify(workspace)))).toBe(true);
        });
      }),
      { numRuns: 100 },
    );
  });

  it("splits a pane in halves; a split in the same direction is one split", () => {
    const two = insert("pa", "pb", "pa", "right");
    expect(two).toEqual({ dir: "row", sizes: [0.5, 0.5], children: ["pa", "pb"] });
    expect(insert(two, "pc", "pb", "left")).toEqual({
      dir: "row",
      sizes: [0.5, 0.25, 0.25],
      children: ["pa", "pc", "pb"],
    });
    expect(insert(two, "pc", "pb", "bottom")).toEqual({
      dir: "row",
      sizes: [0.5, 0.5],
      children: ["pa", { dir: "column", sizes: [0.5, 0.5], children: ["pb", "pc"] }],
    });
  });

  const GRID: Tree = {
    dir: "column",
    sizes: [0.5, 0.5],
    children: [
      { dir: "row", sizes: [0.5, 0.5], children: ["pa", "pb"] },
      { dir: "row", sizes: [0.25, 0.75], children: ["pc", "pd"] },
    ],
  };

  it("gives the room of a closed pane to its neighbour: what was split is whole again", () => {
    const row: Tree = { dir: "row", sizes: [0.5, 0.25, 0.25], children: ["pa", "pb", "pc"] };
    expect(remove(row, "pc")).toEqual({ dir: "row", sizes: [0.5, 0.5], children: ["pa", "pb"] });
    expect(remove(insert(row, "pz", "pb", "right"), "pz")).toEqual(row);
    expect(remove(row, "pa")).toEqual({ dir: "row", sizes: [0.75, 0.25], children: ["pb", "pc"] });
    expect(remove(GRID, "pa")).toEqual({
      dir: "column",
      sizes: [0.5, 0.5],
      children: ["pb", { dir: "row", sizes: [0.25, 0.75], children: ["pc", "pd"] }],
    });
    expect(remove(remove(GRID, "pa"), "pb")).toEqual({ dir: "row", sizes: [0.25, 0.75], children: ["pc", "pd"] });
    expect(remove("pa", "pa")).toBeUndefined();
  });

  it("swaps on the middle, moves beside on an edge, and does nothing on itself", () => {
    expect(panesOf(move(GRID, "pa", "pd", "center"))).toEqual(["pd", "pb", "pc", "pa"]);
    expect(panesOf(move(GRID, "pa", "pd", "right"))).toEqual(["pb", "pc", "pd", "pa"]);
    expect(move(GRID, "pa", "pa", "left")).toBe(GRID);
    expect(move(GRID, "pa", "pz", "left")).toBe(GRID);
  });

  it("moves a sash between its two neighbours only, and leaves both some room", () => {
    const row: Tree = { dir: "row", sizes: [0.5, 0.3, 0.2], children: ["pa", "pb", "pc"] };
    const sizes = (tree: Tree) => (typeof tree === "object" ? tree.sizes.map((size) => Number(size.toFixed(3))) : []);
    expect(sizes(resize(row, [], 0, 0.6))).toEqual([0.6, 0.2, 0.2]);
    expect(sizes(resize(row, [], 0, 2))).toEqual([0.76, 0.04, 0.2]);
    expect(sizes(resize(row, [], 1, 0))).toEqual([0.5, 0.04, 0.46]);
    expect(resize(row, [0], 0, 0.6)).toBe(row);
  });

  it("finds room for another pane: in halves of the wanted one, of the largest, else among all of a row", () => {
    const { panes } = placesOf(GRID);
    expect(roomFor(panes, "pb", 1200, 800)).toEqual({ target: "pb", side: "right", isTight: false });
    const uneven = placesOf({ dir: "row", sizes: [0.2, 0.8], children: ["pa", "pb"] }).panes;
    expect(roomFor(uneven, "pa", 1200, 300)).toEqual({ target: "pb", side: "right", isTight: false });
    expect(roomFor(panes, "pa", 600, 600)).toEqual({ target: "pa", side: "right", isTight: true });
    expect(roomFor(new Map(), undefined, 800, 600)).toBeUndefined();
    expect(splitAround(GRID, "pd")).toEqual([1]);
    expect(splitAround(GRID, "pz")).toBeUndefined();
  });

  it("says where a drop leads, and who stands beside whom", () => {
    const { panes } = placesOf(GRID);
    expect(dropAt(panes, 0.25, 0.25)).toMatchObject({ target: "pa", zone: "center" });
    expect(dropAt(panes, 0.49, 0.25)).toMatchObject({
      target: "pa",
      zone: "right",
      place: { left: 0.25, width: 0.25 },
    });
    expect(dropAt(panes, 0.6, 0.98)).toMatchObject({
      target: "pd",
      zone: "bottom",
      place: { top: 0.75, height: 0.25 },
    });
    expect(dropAt(panes, 1.2, 0.5)).toBeUndefined();
    expect(neighbourOf(panes, "pa", "right")).toBe("pb");
    expect(neighbourOf(panes, "pd", "top")).toBe("pb");
    expect(neighbourOf(panes, "pa", "left")).toBeUndefined();
  });

  it("has no room for a 25th pane", () => {
    let workspace: Workspace | undefined = { id: "w", name: "", panes: {} };
    for (let i = 0; i < MOST_PANES; i++) workspace = workspace && openPane(workspace, FACTS, { id: `p${i}` });
    expect(Object.keys(workspace?.panes ?? {})).toHaveLength(MOST_PANES);
    expect(workspace && openPane(workspace, FACTS)).toBeUndefined();
  });

  it("copies a workspace with ids of its own", () => {
    const panes = { pa: FACTS, pb: FACTS, pc: { ...FACTS, settings: { x: 1 } }, pd: FACTS };
    const copy = copyOf({ id: "w", name: "one", root: GRID, panes }, "two");
    expect(isWorkspace(copy)).toBe(true);
    expect(panesOf(copy.root)).toHaveLength(4);
    expect(panesOf(copy.root).some((id) => id in panes)).toBe(false);
    expect(Object.values(copy.panes).filter(({ settings }) => settings)).toHaveLength(1);
  });

  it("is made of rows, also of a row with one pane", () => {
    const made = [...READY_MADE, { name: "three", rows: [["pcr", "maxpain"], ["oigraph"]] }];
    expect(made.map((one) => isWorkspace(fromReadyMade(one, "w")))).toEqual(made.map(() => true));
  });

  it("is not read back from what is no workspace", () => {
    const panes = { pa: FACTS, pb: FACTS };
    const good = { id: "w", name: "n", root: { dir: "row", sizes: [0.5, 0.5], children: ["pa", "pb"] }, panes };
    expect(isWorkspace(good)).toBe(true);
    const bad: readonly unknown[] = [
      undefined,
      { ...good, panes: { pa: FACTS } },
      { ...good, root: "pa" },
      { ...good, root: { ...good.root, sizes: [0.5, 0.6] } },
      { ...good, root: { ...good.root, sizes: [Number.NaN, 1] } },
      { ...good, root: { ...good.root, dir: "across" } },
      { ...good, root: { ...good.root, children: ["pa", "pa"] } },
      { ...good, panes: { ...panes, pb: { screen: "pcr", letter: "E" } } },
      { ...good, name: "n".repeat(41) },
    ];
    expect(bad.filter(isWorkspace)).toEqual([]);
  });
});
