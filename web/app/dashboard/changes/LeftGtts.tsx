import { type ReactNode, useState } from "react";
import { onlyReduces } from "#contract/domain/orders/gtt.ts";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
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
