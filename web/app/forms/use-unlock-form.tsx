import { useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { PasswordField } from "../../components/controls/PasswordField.tsx";
import type { OpenKey } from "../../state/saved/private/key-keeper.ts";
import { unlockAtom } from "../../state/saved/private/unlocking.ts";
import { FormMessage } from "./FormMessage.tsx";
import styles from "./passphrase-form.module.css";
import { failure, type Words, wordsOfError } from "./words.ts";

export interface UnlockForm {
  /** Of the form, which a button elsewhere sends. */
  readonly id: string;
  readonly form: ReactNode;
  /** Why it cannot be sent yet. */
  readonly why: string | undefined;
  readonly isBusy: boolean;
}

/** Asks for the passphrase of what is private by choice. @param about what is locked, one sentence */
export function useUnlockForm(about: string, onOpened: (key: OpenKey) => void): UnlockForm {
  const unlock = useSetAtom(unlockAtom);
  const [passphrase, setPassphrase] = useState("");
  const [onDevice, setOnDevice] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState<Words>();
  const id = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || passphrase === "") return;
    setBusy(true);
    setWords(undefined);
    try {
      onOpened(await unlock(passphrase, onDevice));
    } catch (error) {
      console.warn("passphrase:", error);
      setWords(failure(wordsOfError(error)));
    }
    setBusy(false);
  }
  const form = (
    <form id={id} className={styles["form"]} onSubmit={(event) => void submit(event)}>
      <p>{about}</p>
      <PasswordField
        label="Passphrase"
        autoComplete="off"
        value={passphrase}
        onChange={setPassphrase}
        aria-invalid={words !== undefined}
      />
      <Checkbox label="Stay unlocked on this device until I log out" checked={onDevice} onChange={setOnDevice} />
      <FormMessage words={words} />
    </form>
  );
  return { id, form, why: passphrase === "" ? "Type the passphrase" : undefined, isBusy };
}
