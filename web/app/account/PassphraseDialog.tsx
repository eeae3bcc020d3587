import { useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import { Button } from "../../components/Button.tsx";
import { Checkbox } from "../../components/Checkbox.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import { changePassphraseAtom, turnOnAtom } from "../../state/saved/private/turning.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import styles from "../forms/passphrase-form.module.css";
import { failure, LATER, type Words } from "../forms/words.ts";

/** Who has the database can guess without end: a short one is found. */
const LEAST_LENGTH = 12;

interface PassphraseDialogProps {
  /** Of the passphrase that is changed; absent: the first is chosen. */
  readonly record: PrivateKeyRecord | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The first passphrase, or another one in its place. */
export function PassphraseDialog({ record, onClose, onDone }: PassphraseDialogProps): ReactNode {
  const turnOn = useSetAtom(turnOnAtom);
  const change = useSetAtom(changePassphraseAtom);
  const [before, setBefore] = useState("");
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [onDevice, setOnDevice] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState<Words>();
  const form = useId();
  const missing = whatIsMissing();

  function whatIsMissing(): string | undefined {
    if (record && before === "") return "Type the passphrase of until now";
    if (first.length < LEAST_LENGTH)
      return `At least ${LEAST_LENGTH} characters: four words that do not belong together`;
    if (first !== second) return "Type the passphrase twice";
    return record || isWarned ? undefined : "Say that you know what a lost passphrase means";
  }
  function close(): void {
    if (!isBusy) onClose();
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || missing !== undefined) return;
    setBusy(true);
    setWords(undefined);
    try {
      await (record ? change(record, before, first) : turnOn(first, onDevice));
      onDone();
    } catch (error) {
      console.warn("passphrase:", error);
      setWords(failure((error instanceof Error && error.message) || LATER));
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      title={record ? "Change passphrase" : "Choose a passphrase"}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            disabled={missing !== undefined}
            title={missing}
            aria-disabled={isBusy}
          >
            {record ? "Change" : "Seal my strategies"}
          </Button>
        </>
      }
    >
      <form id={form} className={styles["form"]} onSubmit={(event) => void submit(event)}>
        <p>
          Not your password: the server never sees it.{" "}
          <strong>It cannot be reset. Lost, the legs it sealed are lost for good.</strong>
        </p>
        {record ? (
          <PasswordField label="Passphrase until now" autoComplete="off" value={before} onChange={setBefore} />
        ) : undefined}
        <PasswordField label="New passphrase" autoComplete="off" value={first} onChange={setFirst} />
        <PasswordField label="New passphrase again" autoComplete="off" value={second} onChange={setSecond} />
        {record ? undefined : (
          <>
            <Checkbox label="Lost means lost: I have written it down" checked={isWarned} onChange={setWarned} />
            <Checkbox label="Stay unlocked on this device until I log out" checked={onDevice} onChange={setOnDevice} />
          </>
        )}
        <FormMessage words={words} />
      </form>
    </Dialog>
  );
}
