import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { postForgotPassword } from "../../state/account/sign-up.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { useSubmission } from "../forms/use-submission.ts";
import { failure, LATER, wordsOf } from "../forms/words.ts";
import { EmailField } from "./EmailField.tsx";
import styles from "./login.module.css";

/** Asks for the e-mail with the link to a new password. */
export function ForgotForm(): ReactNode {
  const [email, setEmail] = useState("");
  const { isLoading, words, onSubmit } = useSubmission(
    async () => ({ words: wordsOf(await postForgotPassword({ email })) }),
    failure(LATER),
  );
  return (
    <form className={styles["form"]} aria-label="Forgot Password" onSubmit={onSubmit}>
      <FormMessage words={words} />
      <p className={styles["hint"]}>We send a link to set a new password to the address of your account.</p>
      <EmailField email={email} onChange={setEmail} />
      <Button type="submit" kind="primary" size="decision" aria-disabled={isLoading}>
        Submit
      </Button>
    </form>
  );
}
