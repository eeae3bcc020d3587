import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { postResetPassword } from "../../state/account/sign-up.ts";
import { navigationAtom } from "../../state/navigation.ts";
import { dropSessionAtom } from "../../state/session.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { NewPasswordFields } from "../forms/NewPasswordFields.tsx";
import { useSubmission } from "../forms/use-submission.ts";
import { failure, LATER, wordsOf } from "../forms/words.ts";
import { tailOf } from "../routing/path-tail.ts";
import { LOGIN, RESET_PASSWORD } from "../routing/paths.ts";
import styles from "./reset.module.css";

/** Long enough to read what has happened. */
const LEAVE_AFTER_MS = 2000;
const INCOMPLETE = "The link is not complete: open it as it stands in the e-mail.";

/** The new password, twice; the server has the rules. */
export function ResetForm(): ReactNode {
  const token = tailOf(location.pathname, RESET_PASSWORD);
  const [password, setPassword] = useState("");
  const [passwordConfirm, setPasswordConfirm] = useState("");
  const navigation = useAtomValue(navigationAtom);
  const dropSession = useSetAtom(dropSessionAtom);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  function leave(): void {
    dropSession(); // every session of the account has ended
    // In the address's place: the token is not one step back.
    void navigation?.go(LOGIN, { replace: true });
  }

  const { isLoading, words, onSubmit } = useSubmission(async () => {
    const reply = await postResetPassword(token, { password, passwordConfirm });
    const isChanged = reply.status === "success";
    if (isChanged) leaving.current = setTimeout(leave, LEAVE_AFTER_MS);
    return {
      words: isChanged ? { text: "Password changed Successfully", style: "ok" } : wordsOf(reply),
      isLeaving: isChanged,
    };
  }, failure(LATER));
  const isDone = words?.style === "ok";

  return (
    <form className={styles["form"]} aria-label="Reset Password" onSubmit={onSubmit}>
      <FormMessage words={words ?? (token === "" ? failure(INCOMPLETE) : undefined)} />
      <NewPasswordFields
        password={password}
        confirmed={passwordConfirm}
        onPassword={setPassword}
        onConfirmed={setPasswordConfirm}
        autoFocus
      />
      <Button type="submit" kind="primary" size="decision" aria-disabled={isLoading}>
        {isLoading && !isDone ? "Loading..." : "Submit"}
      </Button>
    </form>
  );
}
