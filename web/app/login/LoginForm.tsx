import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { PasswordField } from "../../components/controls/PasswordField.tsx";
import { fingerprintOf, thisDevice } from "../../state/account/fingerprint.ts";
import { canKeepLogin, keepSessionAtom, postLogin } from "../../state/account/login.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { useSubmission } from "../forms/use-submission.ts";
import { failure, type Words } from "../forms/words.ts";
import { left } from "../routing/kept-link.ts";
import { EmailField } from "./EmailField.tsx";
import styles from "./login.module.css";
import { loginOutcome } from "./login-outcome.ts";

interface LoginFormProps {
  /** Why the visitor was sent here. */
  readonly passed: Words | undefined;
  readonly onForgotten: () => void;
}

/** E-mail and password. The server checks them; what it says stands above the fields. */
export function LoginForm({ passed, onForgotten }: LoginFormProps): ReactNode {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const keepSession = useSetAtom(keepSessionAtom);
  const { isLoading, words, onSubmit } = useSubmission(async () => {
    if (!canKeepLogin()) return { words: failure(NOT_KEPT) };
    const reply = await postLogin({ email, password, fingerprint: fingerprintOf(thisDevice) });
    const { isIn, message } = loginOutcome(reply);
    if (isIn) left.path = undefined; // who logs in here begins where a login leads
    if (isIn) keepSession(reply); // the page follows
    return { words: message, isLeaving: isIn };
  }, SAYS_NOTHING);

  return (
    <form className={styles["form"]} aria-label="Login" onSubmit={onSubmit}>
      <FormMessage words={words ?? passed} />
      <EmailField email={email} onChange={setEmail} />
      <div className={styles["password"]}>
        <PasswordField label="Password" name="password" size="decision" value={password} onChange={setPassword} />
        {/* After the field in the order of the keyboard, above it in sight. */}
        <button type="button" className={styles["forgot"]} onClick={onForgotten}>
          Forgot Password?
        </button>
      </div>
      <Button type="submit" kind="primary" size="decision" aria-disabled={isLoading}>
        {isLoading ? "Login..." : "Login"}
      </Button>
    </form>
  );
}

const NOT_KEPT = "This browser keeps no login: its storage is full or switched off.";

/** A network error only ends the loading. */
const SAYS_NOTHING: Words = { text: "", style: "plain" };
