import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import { toasts } from "../../../components/toasts/toasts.ts";
import { RefusedCall } from "../../../state/api.ts";
import { type GuardState, saveGuardsAtom } from "../../../state/orders/guards.ts";
import styles from "../dialogs.module.css";
import { guardsOf, LIMIT_FIELDS, limitProblem, textsOf } from "./limit-fields.ts";

interface LimitsDialogProps {
  readonly guards: GuardState;
  readonly isPractice: boolean;
  readonly onClose: () => void;
}

const LATER = "The limits could not be saved: try again in a moment";

/** How large an order may be, how many a day, how much loss. The server holds new orders to it; exits always go. */
export function LimitsDialog({ guards, isPractice, onClose }: LimitsDialogProps): ReactNode {
  const { data, isNeeded } = guards;
  const [texts, setTexts] = useState(() => textsOf(data));
  const [inPractice, setInPractice] = useState(data.inPractice);
  const [isBusy, setIsBusy] = useState(false);
  const save = useSetAtom(saveGuardsAtom);
  const isWrong = LIMIT_FIELDS.some((field) => limitProblem(texts[field.name], field) !== undefined);

  async function submit(): Promise<void> {
    setIsBusy(true);
    try {
      toasts.show({ message: await save(guardsOf(texts, inPractice)), type: "success" });
      onClose();
    } catch (error) {
      console.warn("limits:", error);
      const words = error instanceof RefusedCall ? error.message : "";
      toasts.show({ message: words || LATER, type: "error" });
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      title={isNeeded ? "Set your limits first" : "Limits"}
      onClose={onClose}
      confirm="Save"
      why={isWrong ? "A limit makes no sense" : undefined}
      isBusy={isBusy}
      onConfirm={() => void submit()}
    >
      <div className={styles["form"]}>
        <p className={styles["words"]}>
          An empty field is no limit. Lower limits hold at once; to raise one, connect your broker anew first. Exits and
          cancellations always go. A GTT counts as an order; the limits of the day let one go that only guards a
          position.
        </p>
        {LIMIT_FIELDS.map((field) => {
          const { name, label } = field;
          const problem = limitProblem(texts[name], field);
          return (
            <TextField
              key={name}
              label={label}
              numeric
              inputMode="decimal"
              placeholder="No limit"
              value={texts[name]}
              onChange={(text) => setTexts({ ...texts, [name]: text })}
              {...(problem !== undefined && { error: problem })}
            />
          );
        })}
        <Checkbox
          label={isPractice ? "Hold me to them in practice, too" : "They hold in practice, too"}
          checked={inPractice}
          onChange={setInPractice}
        />
      </div>
    </ConfirmDialog>
  );
}
