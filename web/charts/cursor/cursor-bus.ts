import type { ChartSpec } from "../chart-spec.ts";

/** What the crosshair stands on. Charts of one group over different things do not move each other. */
export type CursorAxis = ChartSpec["x"]["kind"];

/** One reader of a shared crosshair: a chart, or a table that marks the row of the same minute or strike. */
export type CursorMember = {
  /** Follows the crosshair of another member; undefined: it left. */
  readonly follow: (axis: CursorAxis, x: number | undefined) => void;
};

export type SharedCursor = {
  readonly publish: (axis: CursorAxis, x: number | undefined) => void;
  readonly leave: () => void;
};

const groups = new Map<string, Set<CursorMember>>();

/**
 * Joins the crosshair of a group (a link group's letter, or a pane's id). What one member publishes, the others follow;
 * a member never hears itself.
 */
export function shareCursor(group: string, member: CursorMember): SharedCursor {
  let members = groups.get(group);
  if (members === undefined) {
    members = new Set();
    groups.set(group, members);
  }
  const joined = members;
  joined.add(member);
  return {
    publish: (axis, x) => {
      for (const other of joined) if (other !== member) other.follow(axis, x);
    },
    leave: () => {
      joined.delete(member);
      if (joined.size === 0 && groups.get(group) === joined) groups.delete(group);
    },
  };
}
