/** The address of workspaces as they stand now. */
import type { createStore } from "jotai";
import { placeNow } from "../../../components/link/board-place.ts";
import type { Workspace } from "../layout/workspace.ts";
import { type Link, linkOf } from "./link.ts";

type Store = ReturnType<typeof createStore>;

export async function addressOf(store: Store, workspaces: readonly Workspace[]): Promise<string> {
  const used = new Set(workspaces.flatMap(({ panes }) => Object.values(panes).map(({ letter }) => letter)));
  const link: Link = { workspaces, ...placeNow(store, used) };
  return `${location.origin}${location.pathname}${await linkOf(link)}`;
}
