import { type ExtractAtomValue, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import { useLateClose } from "../../../components/overlays/use-late-close.ts";
import { orderNewsAtom } from "../../../state/orders/news.ts";
import { refreshWatchesAtom, watchesAtom, watchStrategyAtom } from "../../../state/orders/strategy-watch.ts";
import styles from "../dashboard.module.css";
import dialogs from "../dialogs.module.css";
import { limitProblem } from "./limit-fields.ts";
import { useSwitch } from "./use-switch.ts";
import { watchWords } from "./watch-words.ts";

interface StrategyWatchProps {
  readonly strategy: string;
  readonly name: string;
}

type Watch = NonNullable<ExtractAtomValue<typeof watchesAtom>>[number];

const levels = [
  { side: "stop", label: "Close at a loss of, ₹" },
  { side: "target", label: "Close at a profit of, ₹" },
] as const;

const textOf = (level: number | null | undefined): string => (level ? String(level) : "");
const levelOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** A stop and a target of the strategy's profit of the day, at which the server closes it. Nothing where none may act. */
export function StrategyWatch({ strategy, name }: StrategyWatchProps): ReactNode {
  const watch = useAtomValue(watchesAtom)?.find((one) => one.strategy === strategy);
  const mayAct = useAtomValue(watchesAtom) !== null;
  const refresh = useSetAtom(refreshWatchesAtom);
  const news = useAtomValue(orderNewsAtom);
  const [isOpen, open] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each word of the server is a reason to ask
  useEffect(() => void refresh().catch((error: unknown) => console.warn("stops:", error)), [refresh, news]);
  if (!mayAct) return undefined;
  const armed = watch?.armed ? watchWords(watch) : undefined;
  return (
    <>
      <Button
        className={styles["inHeading"]}
        size="header"
        title={watch?.words}
        aria-label={`Stop and target of ${name}${armed ? `: ${armed}` : ""}`}
        onClick={() => open(true)}
      >
        {armed ?? "Stop and target…"}
      </Button>
      {isOpen ? <WatchDialog {...{ strategy, name, watch }} onClose={() => open(false)} /> : undefined}
    </>
  );
}

interface WatchDialogProps extends StrategyWatchProps {
  readonly watch: Watch | undefined;
  readonly onClose: () => void;
}

/** The levels as they were when it was opened. What was armed before and is not answered yet holds nothing up. */
function WatchDialog({ strategy, name, watch, onClose }: WatchDialogProps): ReactNode {
  const arm = useSetAtom(watchStrategyAtom);
  const [texts, setTexts] = useState({ stop: textOf(watch?.stop), target: textOf(watch?.target) });
  const { isBusy, turn } = useSwitch(refreshWatchesAtom);
  const close = useLateClose(onClose);
  const isWrong = levels.some(({ side }) => limitProblem(texts[side], { isWhole: false }) !== undefined);

  async function submit(stop: number | null, target: number | null): Promise<void> {
    if (await turn(() => arm({ strategy, stop, target }), false)) close();
  }

  return (
    <ConfirmDialog
      open
      title={`Stop and target of ${name}`}
      onClose={onClose}
      confirm="Arm"
      why={isWrong ? "A level makes no sense" : undefined}
      isBusy={isBusy}
      onConfirm={() => void submit(levelOf(texts.stop), levelOf(texts.target))}
    >
      <div className={dialogs["form"]}>
        <p className={dialogs["words"]}>
          By the profit of today at the broker's prices. At the crossing the server cancels the strategy's pending
          orders, closes what it holds at market and deletes the GTTs that guard it, with no tab open and no further
          question. The end of the connection or a restart disarms it.
        </p>
        {levels.map(({ side, label }) => {
          const problem = limitProblem(texts[side], { isWhole: false });
          return (
            <TextField
              key={side}
              label={label}
              numeric
              inputMode="decimal"
              placeholder="None"
              value={texts[side]}
              onChange={(text) => setTexts({ ...texts, [side]: text })}
              {...(problem !== undefined && { error: problem })}
            />
          );
        })}
        {watch && watch.words !== "" ? <p className={dialogs["words"]}>{watch.words}.</p> : undefined}
        {watch?.armed ? <Button onClick={() => void submit(null, null)}>Disarm</Button> : undefined}
      </div>
    </ConfirmDialog>
  );
}
