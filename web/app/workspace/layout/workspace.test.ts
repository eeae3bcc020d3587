import { expect, test } from "vitest";
import { MOST_PANES } from "./tree.ts";
import { aloneOf, isWorkspace, openPane, type Workspace } from "./workspace.ts";

const facts = { screen: "pcr", letter: "A" } as const;

test("however panes are put beside the last one, each in half of its room, what comes of it is a workspace", () => {
  let workspace: Workspace = aloneOf("Deep", facts);
  for (let i = 1; i < MOST_PANES; i++) {
    const more = openPane(workspace, facts, { side: i % 2 ? "right" : "bottom" });
    if (!more) expect.unreachable(`no room for pane ${i}`);
    workspace = more;
  }
  expect(Object.keys(workspace.panes)).toHaveLength(MOST_PANES);
  expect(isWorkspace(JSON.parse(JSON.stringify(workspace)))).toBe(true);
  expect(openPane(workspace, facts)).toBeUndefined();
});
