import type { ReactNode } from "react";
import type { BodyOf } from "#contract/wire/http/call.ts";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import type { exitPosition } from "#contract/wire/http/orders.ts";
import { useLeftGtts } from "./LeftGtts.tsx";
import { WriteQuestion } from "./WriteQuestion.tsx";

interface ExitQuestionProps {
  readonly title: string;
  readonly question: string;
  readonly body: BodyOf<typeof exitPosition>;
  /** What nothing is left of then. */
  readonly closed: readonly PositionBody[];
  readonly gtts: readonly GttBody[];
  readonly onClose: () => void;
  /** It is answered: what is held may be another. */
  readonly onDone: () => void;
}

/** Asks whether something is to be closed, and closes it. */
export function ExitQuestion({ title, question, body, closed, gtts, onClose, onDone }: ExitQuestionProps): ReactNode {
  const left = useLeftGtts(gtts, closed);
  return (
    <WriteQuestion
      title={title}
      question={question}
      change={(calls, press) => calls.exit({ ...body, ...left.chosen }, press)}
      onClose={onClose}
      onAnswer={onDone}
    >
      {left.box}
    </WriteQuestion>
  );
}
