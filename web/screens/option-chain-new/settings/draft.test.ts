import { describe, expect, test } from "vitest";
import { DEFAULT_VIEWS, mergeViews } from "../views.ts";
import {
  columnsLeft,
  createView,
  type Draft,
  deleteView,
  editableViews,
  moveColumn,
  moveView,
  rebased,
  resetView,
  toggleColumn,
  unsaved,
  viewBefore,
  whyNotCreated,
  withoutColumn,
} from "./draft.ts";

const views = mergeViews();
const draft: Draft = { views, edited: "greeks" };
const columnsOf = ({ views: all, edited }: Draft) => all.get(edited)?.columns;

test("the OI graph cannot be edited, and a view needs a name of its own", () => {
  expect(editableViews(draft)).toEqual(["chain", "greeks", "bid ask"]);
  expect(whyNotCreated(draft, "  ")).toMatch(/name/);
  expect(whyNotCreated(draft, " chain ")).toMatch(/of this name/);
  const made = createView(draft, " mine ", "open");
  expect(made.edited).toBe("mine");
  expect(made.views.get("mine")).toMatchObject({ columns: [], analysisCalc: "open" });
});

test("a view holds seven columns, and takes no eighth", () => {
  const full = { views, edited: "chain" };
  expect(columnsLeft(full)).toBe(0);
  expect(toggleColumn(full, "OI")).toBe(full);
  expect(columnsLeft(toggleColumn(full, "IV"))).toBe(1);
  expect(columnsOf(toggleColumn(draft, "gain#"))).toEqual(["Vega", "Gamma", "Theta", "Delta", "LTP", "gain#"]);
});

test("columns move, and a default view can be what it was", () => {
  const moved = moveColumn(draft, 4, 0);
  expect(columnsOf(moved)).toEqual(["LTP", "Vega", "Gamma", "Theta", "Delta"]);
  expect(columnsOf(resetView(moved))).toEqual(DEFAULT_VIEWS["greeks"]?.columns);
});

test("lasting views stay; the one before a deleted view is shown next", () => {
  expect(deleteView(draft, "greeks")).toBe(draft);
  const left = deleteView({ views, edited: "bid ask" }, "bid ask");
  expect([...left.views.keys()]).toEqual(["chain", "greeks", "OI Graph"]);
  expect(left.edited).toBe("chain");
  expect([viewBefore(views, "bid ask"), viewBefore(views, "chain")]).toEqual(["greeks", "chain"]);
});

test("a draft takes what the account answers meanwhile, and keeps what was changed in it", () => {
  const mine = { ...views.get("greeks")!, pcr: true };
  const account = new Map([["mine", mine], ...[...views].filter(([name]) => name !== "bid ask")]);
  const edited = toggleColumn(createView(draft, "new", "open"), "OI");
  const onAccount = rebased(edited, views, account);
  expect([...onAccount.views.keys()]).toEqual(["mine", "chain", "greeks", "OI Graph", "new"]);
  expect(unsaved(account, onAccount.views)).toEqual(["new created"]);
  expect(rebased({ views, edited: "bid ask" }, views, account)).toEqual({ views: account, edited: "mine" });
  const changed = rebased(toggleColumn(draft, "OI"), views, account);
  expect(unsaved(account, changed.views)).toEqual(["OI added to greeks"]);
  const moved = rebased(moveView(draft, 3, 0), views, account);
  expect([...moved.views.keys()]).toEqual(["OI Graph", "chain", "greeks", "mine"]);
});

test("a deleted column is in no view any more", () => {
  const { views: used } = toggleColumn(draft, "gain#");
  expect(withoutColumn(used, "gain#").get("greeks")?.columns).toEqual(DEFAULT_VIEWS["greeks"]?.columns);
});

describe("what is not saved", () => {
  test("is nothing at first, and said in words", () => {
    expect(unsaved(views, views)).toEqual([]);
    const changed = moveColumn(toggleColumn(toggleColumn(draft, "Vega"), "gain#"), 0, 1);
    expect(unsaved(views, moveView(changed, 0, 1).views)).toEqual([
      "order of the tabs",
      "gain added to greeks",
      "Vega taken out of greeks",
      "order of columns in greeks",
    ]);
    expect(unsaved(views, createView(draft, "mine", "open").views)).toEqual(["mine created"]);
  });
});
