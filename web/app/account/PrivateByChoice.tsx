import { useSetAtom } from "jotai";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import {
  forgetKeyAtom,
  type Progress,
  type Survey,
  settleAtom,
  surveyAtom,
  turnOffAtom,
} from "../../state/saved/private/choosing.ts";
import { lock, onKeyChange } from "../../state/saved/private/key-keeper.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { failure, type Words, wordsOfError } from "../forms/words.ts";
import styles from "./account.module.css";
import { PassphraseDialog } from "./PassphraseDialog.tsx";
import { named } from "./private-words.ts";

type Asked = "on" | "change" | "off" | "lost";

/** Turns it on and off, goes on after an interruption, changes the passphrase, locks. */
export function PrivateByChoice(): ReactNode {
  const survey = useSetAtom(surveyAtom);
  const settle = useSetAtom(settleAtom);
  const turnOff = useSetAtom(turnOffAtom);
  const forgetKey = useSetAtom(forgetKeyAtom);
  const [found, setFound] = useState<Survey>();
  const [progress, setProgress] = useState<Progress>();
  const [isBusy, setBusy] = useState(true);
  const [asked, ask] = useState<Asked>();
  const [words, setWords] = useState<Words>();

  const run = useCallback(
    async (work: () => Promise<unknown>) => {
      ask(undefined);
      setBusy(true);
      setWords(undefined);
      try {
        await work();
      } catch (error) {
        console.warn("private by choice:", error);
        setWords(failure(wordsOfError(error)));
      }
      setProgress(undefined);
      setFound(await survey().catch(() => undefined));
      setBusy(false);
    },
    [survey],
  );
  useEffect(() => {
    void run(async () => undefined);
    return onKeyChange(() => void survey().then(setFound, () => undefined));
  }, [run, survey]);

  const record = found?.record;
  const counts = found?.counts ?? [];
  const [sealed, open] = [named(counts, "sealed"), named(counts, "open")];
  const isOpening = record?.isOpening === true;
  /** A press while something is going on counts for nothing. */
  const press = (work: () => void) => ({
    "aria-disabled": isBusy,
    onClick: () => {
      if (!isBusy) work();
    },
  });
  const goOn = () => run(() => settle(setProgress));
  async function end(): Promise<void> {
    if (!found?.record) return;
    if (sealed === "") return forgetKey(false); // no passphrase is needed for what is not there
    await turnOff(found.record, found.revision);
    await settle(setProgress);
  }
  return (
    <section className={styles["panel"]} aria-label="Private by choice">
      <h2>Private by choice</h2>
      <p className={styles["intro"]}>
        A passphrase seals the legs of your strategies and your workspaces in this browser: the server keeps them and
        cannot open them. It still sees names, symbols, expiries and dates of strategies, and every order that you send.{" "}
        <strong>Nobody can recover a lost passphrase: what it sealed is lost with it.</strong>
      </p>
      <p className={styles["result"]} role="status">
        {progress ? `${progress.done} of ${progress.all} done. Another visit goes on where this one ends.` : undefined}
        {progress ? <progress value={progress.done} max={progress.all} /> : statusOf(found, sealed, open)}
      </p>
      {found?.refusal === undefined ? undefined : <p className={styles["intro"]}>{found.refusal}</p>}
      <div className={styles["actions"]}>
        {found && !record && found.refusal === undefined ? (
          <Button {...press(() => ask("on"))}>Choose a passphrase</Button>
        ) : undefined}
        {record && (isOpening || open !== "") ? (
          <Button kind="primary" {...press(() => void goOn())}>
            {isOpening ? "Go on opening" : "Seal the others"}
          </Button>
        ) : undefined}
        {record && !isOpening ? (
          <>
            <Button {...press(() => ask("change"))}>Change passphrase</Button>
            {found?.isUnlocked ? <Button {...press(() => void run(async () => lock()))}>Lock now</Button> : undefined}
            <Button {...press(() => ask("off"))}>Turn off</Button>
          </>
        ) : undefined}
        {record && !found?.isUnlocked && sealed !== "" ? (
          <Button kind="quiet" {...press(() => ask("lost"))}>
            I lost the passphrase
          </Button>
        ) : undefined}
      </div>
      {words === undefined ? undefined : <FormMessage words={words} />}
      {asked === "on" || asked === "change" ? (
        <PassphraseDialog
          isChange={asked === "change"}
          counts={counts}
          onClose={() => ask(undefined)}
          onDone={() => void goOn()}
        />
      ) : undefined}
      <ConfirmDialog
        open={asked === "off"}
        title="Turn off"
        onClose={() => ask(undefined)}
        confirm="Turn off"
        onConfirm={() => void run(end)}
      >
        <p className={styles["question"]}>
          {sealed === ""
            ? "Nothing is sealed. The passphrase is forgotten."
            : `Opened again will be: ${sealed}. The server can read them then, and the passphrase is forgotten.`}
        </p>
      </ConfirmDialog>
      {asked === "lost" ? (
        <LostDialog sealed={sealed} onClose={() => ask(undefined)} onDelete={() => void run(() => forgetKey(true))} />
      ) : undefined}
    </section>
  );
}

interface LostDialogProps {
  readonly sealed: string;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Lost means lost: all that is left is to begin anew. */
function LostDialog({ sealed, onClose, onDelete }: LostDialogProps): ReactNode {
  const [isSure, setSure] = useState(false);
  return (
    <ConfirmDialog
      open
      title="I lost the passphrase"
      onClose={onClose}
      confirm="Delete for good"
      kind="danger"
      why={isSure ? undefined : "Say that you know what this means"}
      onConfirm={onDelete}
    >
      <p className={styles["question"]}>
        Nobody can open what it sealed, we neither. A browser of yours that is unlocked still can: look there first.
        Here you can only delete it and begin anew: {sealed}.
      </p>
      <Checkbox label="They are gone for good, with their names" checked={isSure} onChange={setSure} />
    </ConfirmDialog>
  );
}

function statusOf(found: Survey | undefined, sealed: string, open: string): string {
  if (!found) return "";
  if (!found.record) return "Off.";
  const counts = [sealed && `Sealed: ${sealed}.`, open && `Open: ${open}.`].filter(Boolean).join(" ");
  if (found.record.isOpening) return `Being turned off. ${counts}`;
  return `On. ${counts || "Nothing is kept yet."} ${found.isUnlocked ? "Unlocked here." : "Locked here."}`;
}
