/** How workspaces are kept. */
import type { PrivateSetting } from "../../state/saved/private/documents.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { validIn } from "./board.ts";
import type { Workspace } from "./layout/workspace.ts";

export const keptForm = (workspaces: readonly Workspace[]) => ({ v: 1, workspaces });

/** @returns undefined for what is none, such as a later release's. */
export function workspacesIn(value: unknown): readonly Workspace[] | undefined {
  return isRecord(value) && value["v"] === 1 ? validIn(value["workspaces"]) : undefined;
}

/** Private by choice. */
export const isSealed = (value: unknown): value is PrivateSetting => isRecord(value) && isRecord(value["private"]);
