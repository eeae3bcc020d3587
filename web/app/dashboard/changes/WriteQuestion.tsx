import type { ReactNode } from "react";
import { useWrite, type Write } from "../../../components/orders/use-write.ts";
import { useLateClose } from "../../../components/overlays/use-late-close.ts";
import { Question } from "./Question.tsx";

interface WriteQuestionProps {
  readonly title: string;
  readonly question: string;
  /** What else there is to decide. */
  readonly children?: ReactNode;
  readonly change: Parameters<Write["send"]>[0];
  readonly onClose: () => void;
  /** It comes also when the question is gone. @param isDone as far as is known */
  readonly onAnswer: (isDone: boolean) => void;
}

/**
 * Asks whether something is to be changed at the broker, and changes it. Each question has a write of its own: one that was
 * left before its answer must neither hold the next one up nor close it.
 */
export function WriteQuestion({ change, onClose, onAnswer, ...question }: WriteQuestionProps): ReactNode {
  const write = useWrite();
  const close = useLateClose(onClose);
  return (
    <Question
      {...question}
      isBusy={write.isBusy}
      onNo={onClose}
      onYes={async () => {
        const isDone = await write.send(change);
        close();
        onAnswer(isDone);
      }}
    />
  );
}
