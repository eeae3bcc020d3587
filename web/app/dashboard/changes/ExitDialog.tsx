import { type ReactNode, useState } from "react";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { useWrite } from "../../../components/orders/use-write.ts";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import { useLateClose } from "../../../components/overlays/use-late-close.ts";
import { counted } from "../../../format/count-words.ts";
import { formats } from "../../../format/format.ts";
import styles from "../dialogs.module.css";
import { nameWords, productWords } from "../tables/book-words.ts";
import {
  allOf,
  EXIT_GROUPS,
  type ExitGroup,
  exitBody,
  isAllOn,
  isGroupOn,
  isHeld,
  setBox,
  setGroup,
  setPosition,
} from "./exit-choice.ts";
import { useLeftGtts } from "./LeftGtts.tsx";

interface ExitDialogProps {
  readonly positions: readonly PositionBody[];
  readonly gtts: readonly GttBody[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const GROUPS = Object.keys(EXIT_GROUPS) as readonly ExitGroup[];

/** Closes what is checked: short positions are covered first, and all of it is read again before anything is sent. */
export function ExitDialog({ positions, gtts, onClose, onDone }: ExitDialogProps): ReactNode {
  const [choice, choose] = useState(() => allOf(positions));
  const write = useWrite();
  const close = useLateClose(onClose);
  const { dataBuy, dataSell } = exitBody(choice, positions);
  const count = dataBuy.length + dataSell.length;
  const left = useLeftGtts(gtts, [...dataBuy, ...dataSell]);

  async function submit(): Promise<void> {
    const isDone = await write.send((calls, press) => calls.exit({ dataSell, dataBuy, ...left.chosen }, press));
    close();
    if (isDone) onDone();
  }

  return (
    <ConfirmDialog
      open
      title="Exit Positions"
      width={520}
      onClose={onClose}
      aside={<p className={styles["count"]}>{counted(count, "position")}</p>}
      confirm="Submit"
      kind="danger"
      why={count === 0 ? "Nothing is checked" : undefined}
      isBusy={write.isBusy}
      onConfirm={() => void submit()}
    >
      <div className={styles["form"]}>
        <Checkbox
          label="Exit All Positions"
          checked={isAllOn(choice, positions)}
          onChange={(value) => choose(allOf(positions, value))}
        />
        {GROUPS.map((group) => (
          <fieldset key={group} className={styles["group"]}>
            <legend>{group}</legend>
            <Checkbox
              label="All"
              checked={isGroupOn(choice, group)}
              onChange={(value) => choose(setGroup(choice, group, value, positions))}
            />
            {EXIT_GROUPS[group].map((box) => (
              <Checkbox
                key={box}
                label={box}
                checked={choice.boxes[box]}
                onChange={(value) => choose(setBox(choice, box, value, positions))}
              />
            ))}
          </fieldset>
        ))}
        <fieldset className={styles["held"]}>
          <legend>Positions</legend>
          {positions.filter(isHeld).map(({ id, symbol, contract, netQty, productType }) => (
            <Checkbox
              key={id}
              label={`${nameWords({ symbol, contract })} ${formats.signedWhole.text(netQty)} ${productWords(productType)}`}
              checked={choice.checked.has(id)}
              onChange={(value) => choose(setPosition(choice, id, value))}
            />
          ))}
        </fieldset>
        {left.box}
      </div>
    </ConfirmDialog>
  );
}
