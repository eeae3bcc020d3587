import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { dropReferralAtom, referralAtom } from "../../state/account/referral.ts";
import { postSignup } from "../../state/account/sign-up.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { NewPasswordFields } from "../forms/NewPasswordFields.tsx";
import { useSubmission } from "../forms/use-submission.ts";
import { failure, LATER, wordsOf } from "../forms/words.ts";
import { EmailField } from "./EmailField.tsx";
import styles from "./login.module.css";

/** A new account. The server checks what is given, and says what happens next. */
export function RegisterForm(): ReactNode {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [passwordConfirm, setPasswordConfirm] = useState("");
  const [name, setName] = useState("");
  const referralId = useAtomValue(referralAtom);
  const dropReferral = useSetAtom(dropReferralAtom);
  const { isLoading, words, onSubmit } = useSubmission(async () => {
    const fields = { name, email, password, passwordConfirm };
    const reply = await postSignup(referralId === "" ? fields : { ...fields, referralId });
    if (reply.status === "success") {
      dropReferral();
      setPassword("");
      setPasswordConfirm("");
    }
    return { words: wordsOf(reply) };
  }, failure(LATER));

  return (
    <form className={styles["form"]} aria-label="Register" onSubmit={onSubmit}>
      <FormMessage words={words} />
      <EmailField email={email} onChange={setEmail} />
      <NewPasswordFields
        password={password}
        confirmed={passwordConfirm}
        onPassword={setPassword}
        onConfirmed={setPasswordConfirm}
      />
      <TextField label="Name" name="name" size="decision" autoComplete="name" value={name} onChange={setName} />
      <Button type="submit" kind="primary" size="decision" aria-disabled={isLoading}>
        Register
      </Button>
    </form>
  );
}
