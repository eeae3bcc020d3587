import { useAtomValue, useSetAtom } from "jotai";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { dateText } from "#contract/domain/date-words.ts";
import { isoDate } from "#contract/domain/units.ts";
import { type KeptDay, MOST_VAULT_BYTES } from "#contract/worker/vault-api.ts";
import { Button } from "../../components/controls/Button.tsx";
import { SOURCE_OF_DAY } from "../../components/day-source.ts";
import { tellLeft } from "../../components/kept-days.ts";
import { ConfirmDialog } from "../../components/overlays/ConfirmDialog.tsx";
import { saveFile } from "../../components/save-file.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { counted } from "../../format/count-words.ts";
import { symbolsOfDay } from "../../state/clock/history.ts";
import {
  exportDayAtom,
  forgetDayAtom,
  importDayAtom,
  keptDaysAtom,
  loadKeptDaysAtom,
} from "../../state/clock/vault.ts";
import styles from "./account.module.css";
import { utcDay } from "./facts.ts";

const MB = 1024 * 1024;
const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

/** The days that are kept in this browser: how much they take, and what can be done with each. */
export function KeptDays(): ReactNode {
  const kept = useAtomValue(keptDaysAtom);
  const load = useSetAtom(loadKeptDaysAtom);
  const [problem, setProblem] = useState("");
  useEffect(() => void load().catch((error: unknown) => setProblem(wordsOf(error))), [load]);

  return (
    <section className={styles["panel"]} aria-label="Kept days">
      <h2>Kept days</h2>
      <p className={styles["intro"]}>
        Past days that stay in this browser: without the server they are shown, replayed and back-tested. Turn to
        History, choose a day and press Keep this day. A screen opens without the server if it was used here before.
        They may take {MOST_VAULT_BYTES / MB} MB together; beyond that the day unused for longest leaves first.
      </p>
      {problem !== "" ? <p role="alert">{`Kept days cannot be read: ${problem}`}</p> : undefined}
      {kept !== undefined && kept.length > 0 ? <DayTable kept={kept} /> : undefined}
      <ImportDay />
    </section>
  );
}

function DayTable({ kept }: { readonly kept: readonly KeptDay[] }): ReactNode {
  const total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Source</th>
              <th scope="col">Symbols</th>
              <th scope="col">Last used</th>
              <th scope="col">Size</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {kept.map((one) => (
              <DayRow key={`${one.day.source} ${one.day.date}`} one={one} />
            ))}
          </tbody>
        </table>
      </div>
      <p
        className={styles["total"]}
      >{`${counted(kept.length, "day")}, ${megabytes(total)} of ${MOST_VAULT_BYTES / MB} MB`}</p>
    </>
  );
}

function DayRow({ one: { day, bytes, usedAt } }: { readonly one: KeptDay }): ReactNode {
  const exportDay = useSetAtom(exportDayAtom);
  const forget = useSetAtom(forgetDayAtom);
  const key = { source: day.source, date: isoDate(day.date) };
  const [isAsked, ask] = useState(false);
  const tell = (error: unknown) => toasts.show({ message: wordsOf(error), type: "error" });
  const name = `strikeboard-${day.date}-${day.source}.day`;
  return (
    <tr>
      <td>{dateText(day.date)}</td>
      <td>{SOURCE_OF_DAY[day.source]}</td>
      <td>{symbolsOfDay(day).join(", ")}</td>
      <td>{utcDay(new Date(usedAt).toISOString())}</td>
      <td>{megabytes(bytes)}</td>
      <td>
        <Button
          size="header"
          kind="quiet"
          aria-label={`Export ${dateText(day.date)}`}
          onClick={() => void exportDay(key).then((file) => saveFile(name, file), tell)}
        >
          Export
        </Button>
        <Button size="header" kind="quiet" aria-label={`Delete ${dateText(day.date)}`} onClick={() => ask(true)}>
          Delete
        </Button>
        <ConfirmDialog
          open={isAsked}
          onClose={() => ask(false)}
          title="Delete a kept day"
          confirm="Yes"
          cancel="No"
          kind="danger"
          onConfirm={() => {
            ask(false);
            void forget(key).catch(tell);
          }}
        >
          <p>{`Are you sure you want to delete ${dateText(day.date)}, ${SOURCE_OF_DAY[day.source]}, from this browser ?`}</p>
        </ConfirmDialog>
      </td>
    </tr>
  );
}

function ImportDay(): ReactNode {
  const importDay = useSetAtom(importDayAtom);
  const input = useRef<HTMLInputElement>(null);

  async function take({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      const { day, left } = await importDay(file);
      tellLeft(left);
      toasts.show({ message: `${dateText(day.date)} is kept in this browser.`, type: "success" });
    } catch (error) {
      toasts.show({ message: `${file.name} is not kept: ${wordsOf(error)}`, type: "error" });
    }
    target.value = ""; // the same file may be chosen again
  }

  return (
    <div className={styles["actions"]}>
      <input
        ref={input}
        type="file"
        accept=".day"
        hidden
        aria-label="File of a day"
        onChange={(event) => void take(event)}
      />
      <Button
        title="Takes a day from a file that was exported here or elsewhere"
        onClick={() => input.current?.click()}
      >
        Import a day
      </Button>
    </div>
  );
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
