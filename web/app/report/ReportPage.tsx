import { useAtomValue } from "jotai";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { browserOf, systemOf } from "../../state/account/fingerprint.ts";
import { userAtom } from "../../state/session.ts";
import { FormPage } from "../shell/FormPage.tsx";
import { useBriefly } from "../shell/use-briefly.ts";
import styles from "./report.module.css";
import { type Report, type ReportOutcome, sendReport } from "./send-report.ts";

const MESSAGE_MS = 5000;
const HANDHELD = ["iOS", "iPadOS", "Android"];
const SYSTEMS = [
  { value: "desktop", label: "Desktop" },
  { value: "mobile", label: "Mobile" },
] as const;

/** What the page fills in by itself; the user may know better. */
function blankReport(email: string): Report {
  const { userAgent, maxTouchPoints } = navigator;
  const isHandheld = HANDHELD.includes(systemOf(userAgent, maxTouchPoints));
  return { useremail: email, comment: "", system: isHandheld ? "mobile" : "desktop", browser: browserOf(userAgent) };
}

/** A bug or an opinion, for the operator to read. */
export function ReportPage(): ReactNode {
  const user = useAtomValue(userAtom);
  const [report, setReport] = useState(() => blankReport(user?.email ?? ""));
  const [isSending, setIsSending] = useState(false);
  const [outcome, showOutcome] = useBriefly<ReportOutcome>();
  const isEmpty = report.comment.trim() === "";
  const change = (part: Partial<Report>): void => setReport((before) => ({ ...before, ...part }));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isEmpty || isSending) return;
    setIsSending(true);
    const result = await sendReport(report);
    setIsSending(false);
    showOutcome(result, MESSAGE_MS);
    if (result.isSent) change({ comment: "" });
  }

  return (
    <FormPage title="Bug Report" intro="Found a Bug or have any Feedback ? Please submit.">
      <form className={styles["form"]} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          value={report.useremail}
          onChange={(useremail) => change({ useremail })}
        />
        <div className={styles["pair"]}>
          <SystemChoice value={report.system} onChange={(system) => change({ system })} />
          <TextField label="Browser" value={report.browser} onChange={(browser) => change({ browser })} />
        </div>
        <CommentField value={report.comment} onChange={(comment) => change({ comment })} />
        <div className={styles["foot"]}>
          <p className={styles["message"]} role="status" data-tone={outcome?.isSent === false ? "danger" : "ok"}>
            {outcome?.message}
          </p>
          <Button
            kind="primary"
            type="submit"
            disabled={isEmpty || isSending}
            title={isEmpty ? "Please enter your comment" : isSending ? "It is on its way" : "Send the report"}
          >
            SUBMIT
          </Button>
        </div>
      </form>
    </FormPage>
  );
}

interface SystemChoiceProps {
  readonly value: Report["system"];
  readonly onChange: (system: Report["system"]) => void;
}

function SystemChoice({ value, onChange }: SystemChoiceProps): ReactNode {
  return (
    <fieldset>
      <legend className={styles["label"]}>Device</legend>
      <div className={styles["radios"]}>
        {SYSTEMS.map((system) => (
          <label key={system.value} className={styles["radio"]}>
            <input
              type="radio"
              name="system"
              value={system.value}
              checked={system.value === value}
              onChange={() => onChange(system.value)}
            />
            {system.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface CommentFieldProps {
  readonly value: string;
  readonly onChange: (comment: string) => void;
}

function CommentField({ value, onChange }: CommentFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles["comment"]}>
      <label className={styles["label"]} htmlFor={id}>
        Comment
      </label>
      <textarea
        id={id}
        className={styles["text"]}
        rows={10}
        placeholder="Please enter your comment"
        maxLength={5000} // as the call takes it
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
