import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { User } from "#contract/wire/http/accounts.ts";
import { Icon } from "../../components/more-icons.tsx";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { postUpgrade, refreshAccountAtom, type UpgradeReply } from "../../state/account/account.ts";
import type { DaysLeft } from "../../state/account/days-left.ts";
import { LATER } from "../forms/words.ts";
import styles from "./account.module.css";
import { canUpgrade, upgradedDays } from "./facts.ts";

/** How long a success stands before the account is looked at again. */
const SHOWN_MS = 2500;

interface UpgradeProps {
  readonly user: User;
  readonly days: DaysLeft;
}

/** The way from 1min to live, where it is open: one question, and no way back. */
export function Upgrade({ user, days }: UpgradeProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<UpgradeReply>();
  const refreshAccount = useSetAtom(refreshAccountAtom);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function close(): void {
    setIsOpen(false);
    if (result?.status !== "success") setResult(undefined);
  }

  async function upgrade(): Promise<void> {
    setIsBusy(true);
    const reply = await postUpgrade().catch((error: unknown): UpgradeReply => {
      console.warn("upgrade:", error);
      return { status: "failed", message: LATER };
    });
    setIsBusy(false);
    setResult(reply);
    if (reply.status === "success") timer.current = setTimeout(finish, SHOWN_MS);
  }

  function finish(): void {
    setIsOpen(false);
    setResult(undefined);
    void refreshAccount();
  }

  const isDone = result?.status === "success";
  const isOffered = canUpgrade(user, days) && days !== "Nil";
  // The news of the upgrade may come before its answer was read: the answer stays as long as it is shown.
  if (!isOffered && !isDone) return undefined;
  return (
    <>
      {isOffered ? (
        <button type="button" className={styles["link"]} onClick={() => setIsOpen(true)}>
          Upgrade to Live Plan
        </button>
      ) : undefined}
      <ConfirmDialog
        open={isOpen}
        onClose={close}
        title="Upgrade to Live Plan"
        confirm="Upgrade"
        why={isDone ? "The plan is upgraded" : undefined}
        isBusy={isBusy}
        onConfirm={() => void upgrade()}
      >
        {isOffered ? (
          <p className={styles["question"]}>
            Your {days} days of 1min become {upgradedDays(days, user.pendingSubs.live)} days of live
            {user.pendingSubs.live === 0 ? "" : `, the ${user.pendingSubs.live} that wait among them`}. There is no way
            back.
          </p>
        ) : undefined}
        <Result reply={result} />
      </ConfirmDialog>
    </>
  );
}

/** A green check or a red cross, with the server's words; its place is kept. */
function Result({ reply }: { readonly reply: UpgradeReply | undefined }): ReactNode {
  const isDone = reply?.status === "success";
  return (
    <p
      className={styles["result"]}
      role="status"
      data-result={reply === undefined ? undefined : isDone ? "done" : "failed"}
    >
      {reply === undefined ? undefined : (
        <>
          <Icon name={isDone ? "check" : "close"} size={18} />
          {reply.message}
        </>
      )}
    </p>
  );
}
