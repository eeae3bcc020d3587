/** How workspaces are kept. */
import type { PrivateSetting } from "../../state/saved/private/documents.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { type Layouts, layoutsIn } from "./board.ts";

export const keptForm = ({ workspaces, unreadable }: Layouts) => ({ v: 1, workspaces: [...workspaces, ...unreadable] });

/** @returns undefined for what cannot be read at all, such as a later release's. */
export function workspacesIn(value: unknown): Layouts | undefined {
  const all = isRecord(value) && value["v"] === 1 ? value["workspaces"] : undefined;
  return Array.isArray(all) ? layoutsIn(all) : undefined;
}

/** Private by choice. */
export const isSealed = (value: unknown): value is PrivateSetting => isRecord(value) && isRecord(value["private"]);
