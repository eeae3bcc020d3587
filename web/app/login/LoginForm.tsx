import { useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Icon, type IconName } from "../../components/icons.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import { TextField } from "../../components/TextField.tsx";
import { fingerprintOf, thisDevice } from "../../state/fingerprint.ts";
import { keepSessionAtom, postLogin } from "../../state/session.ts";
import styles from "./login.module.css";
import { failure, type LoginMessage, loginOutcome } from "./login-outcome.ts";

/** Long enough to read two words. */
const RELOAD_AFTER_MS = 400;

const ICONS: Readonly<Record<LoginMessage["style"], IconName>> = { error: "warning", ok: "check", plain: "info" };

/**
 * E-mail and password. The server checks them; what it says stands above the fields.
 * @param passed why the visitor was sent here.
 */
export function LoginForm({ passed }: { readonly passed: string | undefined }): ReactNode {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isLoading, setIsLoading] = useState(false);
  /** Undefined until the form has something of its own to say. */
  const [own, setOwn] = useState<LoginMessage>();
  const keepSession = useSetAtom(keepSessionAtom);
  const message = own ?? (passed === undefined ? undefined : failure(passed));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setIsLoading(true);
    setOwn({ text: "", style: "plain" });
    try {
      const reply = await postLogin({ email, password, fingerprint: fingerprintOf(thisDevice) });
      const outcome = loginOutcome(reply);
      setOwn(outcome.message);
      if (!outcome.isIn) {
        setIsLoading(false);
        return;
      }
      keepSession(reply);
      setTimeout(() => location.reload(), RELOAD_AFTER_MS);
    } catch (error) {
      console.warn("login:", error);
      setIsLoading(false);
    }
  }

  return (
    <form className={styles["form"]} aria-labelledby="login" onSubmit={(event) => void submit(event)}>
      <h1 id="login" className={styles["heading"]}>
        <span>Login</span>
      </h1>
      <div role="alert" className={styles["messageArea"]}>
        {message === undefined || message.text === "" ? undefined : (
          <p className={styles["message"]} data-style={message.style}>
            <Icon name={ICONS[message.style]} />
            {message.text}
          </p>
        )}
      </div>
      <TextField
        label="Email"
        type="email"
        name="email"
        size="decision"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={setEmail}
      />
      <PasswordField label="Password" name="password" size="decision" value={password} onChange={setPassword} />
      <Button type="submit" kind="primary" size="decision" aria-disabled={isLoading}>
        {isLoading ? "Login..." : "Login"}
      </Button>
    </form>
  );
}
