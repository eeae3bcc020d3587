import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Icon, type IconName } from "../../components/more-icons.tsx";
import { subscribedAtom, userAtom } from "../../state/session.ts";
import styles from "./notice.module.css";
import { openBoard } from "./open-board.ts";
import type { PaymentWords } from "./payment-words.ts";

const ICONS: Readonly<Record<PaymentWords["tone"], IconName>> = { ok: "check", danger: "warning", plain: "info" };
const ACTIVE: PaymentWords = { tone: "ok", title: "Your subscription is active", text: "" };

/** What became of a payment; and the way to the board, where the subscription is younger than this page. */
export function PaymentNotice({ words }: { readonly words: PaymentWords | undefined }): ReactNode {
  const isAtBoard = useAtomValue(subscribedAtom);
  const isActive = useAtomValue(userAtom)?.subscribed === true;
  const isNew = isActive && !isAtBoard;
  const shown = words ?? (isNew ? ACTIVE : undefined);
  return (
    <div role="status" className={styles["area"]}>
      {shown === undefined ? undefined : (
        <div className={styles["notice"]} data-tone={shown.tone}>
          <Icon name={ICONS[shown.tone]} />
          <p>
            <strong>{shown.title}</strong>
            {shown.text === "" ? undefined : <span>{shown.text}</span>}
          </p>
          {/* The page has no workers yet: the board begins with a new one. */}
          {isNew ? <Button onClick={openBoard}>Open the board</Button> : undefined}
        </div>
      )}
    </div>
  );
}
