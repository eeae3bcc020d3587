import type { ReactNode } from "react";
import type { BodyOf } from "#contract/wire/http/call.ts";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import type { exitPosition } from "#contract/wire/http/orders.ts";
import { useWrite } from "../../../components/orders/use-write.ts";
import { useLeftGtts } from "./LeftGtts.tsx";
import { Question } from "./Question.tsx";

interface ExitQuestionProps {
  readonly title: string;
  readonly question: string;
  readonly body: BodyOf<typeof exitPosition>;
  /** What nothing is left of then. */
  readonly closed: readonly PositionBody[];
  readonly gtts: readonly GttBody[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks whether something is to be closed, and closes it. */
export function ExitQuestion({ title, question, body, closed, gtts, onClose, onDone }: ExitQuestionProps): ReactNode {
  const write = useWrite();
  const left = useLeftGtts(gtts, closed);
  return (
    <Question
      title={title}
      question={question}
      isBusy={write.isBusy}
      onNo={onClose}
      onYes={async () => {
        const isDone = await write.send((calls, press) => calls.exit({ ...body, ...left.chosen }, press));
        onClose();
        if (isDone) onDone();
      }}
    >
      {left.box}
    </Question>
  );
}
