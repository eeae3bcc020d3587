import { useAtomValue } from "jotai";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Checkbox } from "../../components/Checkbox.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import { keepKey } from "../../state/saved/private/key-keeper.ts";
import { unlock } from "../../state/saved/private/private-seal.ts";
import { questionAtom } from "../../state/saved/private/question.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import styles from "../forms/passphrase-form.module.css";
import { failure, type Words } from "../forms/words.ts";

/** Asks for the passphrase of what is private by choice. Whoever needs it waits; without it nothing is read or overwritten. */
export function Unlock(): ReactNode {
  const question = useAtomValue(questionAtom);
  const [passphrase, setPassphrase] = useState("");
  const [onDevice, setOnDevice] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState<Words>();
  const form = useId();
  if (!question) return undefined;
  const { record, settle } = question;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || passphrase === "") return;
    setBusy(true);
    setWords(undefined);
    try {
      const key = await unlock(record, passphrase);
      await keepKey(record.keyId, key, onDevice);
      settle(key);
    } catch (error) {
      setWords(failure(error instanceof Error ? error.message : String(error)));
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      title="Locked"
      onClose={() => settle()}
      footer={
        <>
          <Button onClick={() => settle()}>Stay locked</Button>
          <Button kind="primary" type="submit" form={form} disabled={passphrase === ""} aria-disabled={isBusy}>
            {isBusy ? "Unlocking..." : "Unlock"}
          </Button>
        </>
      }
    >
      <form id={form} className={styles["form"]} onSubmit={(event) => void submit(event)}>
        <p>The legs of your strategies are private by choice. Only your passphrase opens them.</p>
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
    </Dialog>
  );
}
