import { useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { PasswordField } from "../../components/controls/PasswordField.tsx";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { type Counts, changePassphraseAtom, turnOnAtom } from "../../state/saved/private/choosing.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import styles from "../forms/passphrase-form.module.css";
import { failure, type Words, wordsOfError } from "../forms/words.ts";
import { named } from "./private-words.ts";

/** Who has the database can guess without end: a short one is found. */
const LEAST_LENGTH = 12;

interface PassphraseDialogProps {
  /** Another one takes the place of the first. */
  readonly isChange: boolean;
  /** What is kept, and will be sealed. */
  readonly counts: Counts;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The first passphrase, or another one in its place. */
export function PassphraseDialog({ isChange, counts, onClose, onDone }: PassphraseDialogProps): ReactNode {
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
    if (isChange && before === "") return "Type the passphrase of until now";
    if (first.length < LEAST_LENGTH)
      return `At least ${LEAST_LENGTH} characters: four words that do not belong together`;
    if (first !== second) return "Type the passphrase twice";
    return isChange || isWarned ? undefined : "Say that you know what a lost passphrase means";
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
      await (isChange ? change(before, first) : turnOn(first, onDevice));
      onDone();
    } catch (error) {
      console.warn("passphrase:", error);
      setWords(failure(wordsOfError(error)));
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      open
      title={isChange ? "Change passphrase" : "Choose a passphrase"}
      onClose={close}
      confirm={isChange ? "Change" : "Seal them"}
      form={form}
      why={missing}
      isBusy={isBusy}
    >
      <form id={form} className={styles["form"]} onSubmit={(event) => void submit(event)}>
        <p>
          {isChange
            ? "What is sealed stays as it is. Other devices that are unlocked stay so; the next time they ask for the new passphrase."
            : `Will be sealed: ${named(counts, "open") || "whatever you save from now on"}. Each other browser asks for the passphrase once.`}
        </p>
        <p>
          It is not your password: the server never sees it.{" "}
          <strong>It cannot be reset. Lost, what it sealed is lost for good.</strong>
        </p>
        {isChange ? (
          <PasswordField label="Passphrase until now" autoComplete="off" value={before} onChange={setBefore} />
        ) : undefined}
        <PasswordField label="New passphrase" autoComplete="off" value={first} onChange={setFirst} />
        <PasswordField label="New passphrase again" autoComplete="off" value={second} onChange={setSecond} />
        {isChange ? undefined : (
          <>
            <Checkbox label="Lost means lost: I have written it down" checked={isWarned} onChange={setWarned} />
            <Checkbox label="Stay unlocked on this device until I log out" checked={onDevice} onChange={setOnDevice} />
          </>
        )}
        <FormMessage words={words} />
      </form>
    </ConfirmDialog>
  );
}
