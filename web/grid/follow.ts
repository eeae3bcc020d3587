/** Which row a grid brings into view by itself, and when. */
import type { FollowedRow } from "./grid-model.ts";

export type Follow = {
  /**
   * atm: once for each table that is shown, and after that it stands still. latest: also whenever the row moves on, as
   * long as the one before it is in view; after the user has scrolled away to read, nothing moves.
   */
  readonly mode: "atm" | "latest";
  /** Rows that stay above the row. */
  readonly rowsAbove: number;
};

/**
 * Whether the followed row has to be brought into view now.
 * @param old what was followed at the last paint
 * @param visible first and last row in view; undefined where nothing has been painted yet
 */
export function hasToFollow(
  { mode }: Follow,
  old: FollowedRow | undefined,
  now: FollowedRow | undefined,
  visible: { readonly first: number; readonly last: number } | undefined,
): now is FollowedRow {
  if (now === undefined || now.row < 0) return false;
  if (old === undefined || old.row < 0 || old.place !== now.place) return true;
  if (mode === "atm" || old.row === now.row || visible === undefined) return false;
  return old.row >= visible.first && old.row <= visible.last;
}
