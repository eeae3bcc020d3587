import { useSetAtom } from "jotai";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import { Button } from "../../components/Button.tsx";
import { lock, onLock } from "../../state/saved/private/key-keeper.ts";
import { forgetKeyAtom, type Survey, settleAtom, surveyAtom, turnOffAtom } from "../../state/saved/private/turning.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { failure, LATER, type Words } from "../forms/words.ts";
import styles from "./account.module.css";
import { PassphraseDialog } from "./PassphraseDialog.tsx";

/** Turns it on and off, goes on after an interruption, changes the passphrase, locks. */
export function PrivateByChoice(): ReactNode {
  const survey = useSetAtom(surveyAtom);
  const settle = useSetAtom(settleAtom);
  const turnOff = useSetAtom(turnOffAtom);
  const forgetKey = useSetAtom(forgetKeyAtom);
  const [found, setFound] = useState<Survey>();
  const [left, setLeft] = useState(0);
  const [isBusy, setBusy] = useState(true);
  const [dialog, setDialog] = useState<"on" | "change">();
  const [words, setWords] = useState<Words>();

  const run = useCallback(
    async (work: () => Promise<unknown>) => {
      setBusy(true);
      setWords(undefined);
      try {
        await work();
      } catch (error) {
        console.warn("private by choice:", error);
        setWords(failure((error instanceof Error && error.message) || LATER));
      }
      setLeft(0);
      setFound(await survey().catch(() => undefined));
      setBusy(false);
    },
    [survey],
  );
  useEffect(() => {
    const look = () => void run(async () => undefined);
    look();
    return onLock(look);
  }, [run]);

  const record = found?.record;
  const isOpening = record?.isOpening === true;
  const unsettled = isOpening || (found?.open ?? 0) > 0;
  /** A press while something is going on counts for nothing. */
  const press = (work: () => void) => ({
    "aria-disabled": isBusy,
    onClick: () => {
      if (!isBusy) work();
    },
  });
  const goOn = () => run(() => settle(setLeft));
  async function end(of: PrivateKeyRecord): Promise<void> {
    if (found?.sealed === 0) return forgetKey(); // no passphrase is needed for what is not there
    await turnOff(of);
    await settle(setLeft);
  }
  return (
    <section className={styles["panel"]} aria-label="Private by choice">
      <h2>Private by choice</h2>
      <p className={styles["intro"]}>
        A passphrase seals the legs of your strategies in this browser: the server keeps them and cannot open them. It
        still sees their names, symbols, expiries and dates, and every order that you send. What the older builder saves
        and your workspaces stay as they are.{" "}
        <strong>Nobody can recover a lost passphrase: what it sealed is lost with it.</strong>
      </p>
      <p className={styles["result"]} role="status">
        {statusOf(found, left)}
      </p>
      <div className={styles["actions"]}>
        {found && !record ? <Button {...press(() => setDialog("on"))}>Choose a passphrase</Button> : undefined}
        {record && unsettled ? (
          <Button kind="primary" {...press(() => void goOn())}>
            {isOpening ? "Go on opening" : "Seal the others"}
          </Button>
        ) : undefined}
        {record && !isOpening ? (
          <>
            <Button {...press(() => setDialog("change"))}>Change passphrase</Button>
            {found?.isUnlocked ? <Button {...press(() => void run(async () => lock()))}>Lock now</Button> : undefined}
            <Button
              title="Opens every strategy again: the server can read them then"
              {...press(() => void run(() => end(record)))}
            >
              Turn off
            </Button>
          </>
        ) : undefined}
      </div>
      {words === undefined ? undefined : <FormMessage words={words} />}
      {dialog === undefined ? undefined : (
        <PassphraseDialog
          record={dialog === "change" ? record : undefined}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setDialog(undefined);
            void goOn();
          }}
        />
      )}
    </section>
  );
}

function statusOf(found: Survey | undefined, left: number): string {
  if (left > 0) return `${left} left. Another visit goes on where this one ends.`;
  if (!found) return "";
  const { record, isUnlocked, sealed, open } = found;
  if (!record) return "Off.";
  const count = `${sealed} sealed, ${open} open.`;
  if (record.isOpening) return `Being turned off: ${count}`;
  return `On: ${count} ${isUnlocked ? "Unlocked here." : "Locked here."}`;
}
