import { type ReactNode, useState } from "react";
import { onlyReduces } from "#contract/domain/orders/gtt.ts";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { toasts } from "../../../components/toasts/toasts.ts";
import styles from "../dialogs.module.css";
import { gttText } from "../tables/book-words.ts";

interface LeftGtts {
  /** For the call: which are to go. */
  readonly chosen: { readonly gtts?: string[] };
  /** Names them, and asks; undefined where there is none. */
  readonly box: ReactNode;
}

/** GTTs that would outlive what is closed, and open a position then: they go with it unless the user keeps them. */
export function useLeftGtts(gtts: readonly GttBody[], closed: readonly PositionBody[]): LeftGtts {
  const [isOn, setIsOn] = useState(true);
  const left = gtts.filter((gtt) => closed.some((position) => onlyReduces(gtt, position)));
  return {
    chosen: isOn && left.length > 0 ? { gtts: left.map(({ id }) => id) } : {},
    box:
      left.length === 0 ? undefined : (
        <div className={styles["left"]}>
          <Checkbox
            label={left.length === 1 ? "Delete this GTT too" : "Delete these GTTs too"}
            checked={isOn}
            onChange={setIsOn}
          />
          {left.map((gtt) => (
            <p key={gtt.id}>{gttText(gtt)}</p>
          ))}
        </div>
      ),
  };
}

/** Said where less of a position may be left, and its GTTs are not asked about. */
export function tellGuarded(gtts: readonly GttBody[], position: PositionBody, message: string): void {
  if (gtts.some((gtt) => onlyReduces(gtt, position))) toasts.show({ message, type: "warning" });
}

/** Reversed, or rolled. */
export const MOVED = "A GTT guards this position and stays: delete it when the position is gone.";
export const CONVERTED =
  "A GTT stays under the old product: it guards nothing of what was converted, and may open a position.";
