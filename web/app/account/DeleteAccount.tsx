import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { PasswordField } from "../../components/controls/PasswordField.tsx";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { deleteAccount } from "../../state/account/account.ts";
import { farewellAtom } from "../../state/account/login.ts";
import { dropSessionAtom, userAtom } from "../../state/session.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { failure, LATER, type Words, wordsOf } from "../forms/words.ts";
import styles from "./account.module.css";

/** Asks for the password; Enter in its field does nothing: only the button deletes. */
export function DeleteAccount(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [words, setWords] = useState<Words>();
  const email = useAtomValue(userAtom)?.email;
  const dropSession = useSetAtom(dropSessionAtom);
  const bidFarewell = useSetAtom(farewellAtom);

  function close(): void {
    if (isBusy) return;
    setIsOpen(false);
    setPassword("");
    setWords(undefined);
  }

  async function remove(): Promise<void> {
    setIsBusy(true);
    try {
      const reply = await deleteAccount(password);
      if (reply.status === "success") {
        // The sockets may have ended the session before the answer came: /login is where it is read.
        bidFarewell(reply.message);
        dropSession();
        return; // busy until the page is left
      }
      setWords(wordsOf(reply));
    } catch (error) {
      console.warn("deletion:", error);
      setWords(failure(LATER));
    }
    setIsBusy(false);
  }

  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={close}
        title="Delete account"
        confirm="Delete for good"
        kind="danger"
        why={password === "" ? "Enter your password" : undefined}
        isBusy={isBusy}
        onConfirm={() => void remove()}
      >
        <p className={styles["question"]}>
          The account {email}, what is left of its subscription and everything kept about it are deleted at once. There
          is no way back.
        </p>
        <PasswordField label="Password" name="password" value={password} onChange={setPassword} />
        <FormMessage words={words} />
      </ConfirmDialog>
    </>
  );
}
