import { useAtomValue, useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Select } from "../../components/Select.tsx";
import { TextField } from "../../components/TextField.tsx";
import { RefusedCall } from "../../state/api.ts";
import { type ListedStrategy, listStrategiesAtom } from "../../state/saved/strategies.ts";
import styles from "./builder.module.css";
import { builder } from "./pane.ts";
import { useSave } from "./use-keeping.ts";

const FIRST_PORTFOLIO = "My Portfolio";
const MESSAGE_MS = 10_000;
const NONE = "";

interface Message {
  readonly text: string;
  readonly tone: "up" | "down";
}

/** Under a new name, or in place of a strategy that is kept; in which portfolio. */
export function SavePanel(): ReactNode {
  const pane = builder.use();
  const open = useAtomValue(pane.openAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const list = useSetAtom(listStrategiesAtom);
  const save = useSave();
  const [strategies, setStrategies] = useState<readonly ListedStrategy[]>([]);
  const [name, setName] = useState("");
  const [replacedId, setReplaced] = useState(open?.id ?? NONE);
  const [created, setCreated] = useState<readonly string[]>([]);
  const [newPortfolio, setNewPortfolio] = useState("");
  const [portfolio, setPortfolio] = useState(open?.portfolio ?? FIRST_PORTFOLIO);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>();

  useEffect(() => {
    list().then(setStrategies, (error: unknown) => console.warn("strategies are not listed:", error));
  }, [list]);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const replaced = strategies.find(({ id }) => id === replacedId);
  const portfolios = [...new Set([FIRST_PORTFOLIO, ...strategies.map((one) => one.portfolio), ...created])];

  async function run(choice: Parameters<typeof save>[0]): Promise<void> {
    setBusy(true);
    try {
      setMessage({ text: await save({ ...choice, portfolio }), tone: "up" });
      setStrategies(await list());
    } catch (error) {
      // Without a network nothing is said: it is not the server's answer.
      if (error instanceof RefusedCall) setMessage({ text: refusal(error), tone: "down" });
      else console.warn("the strategy is not saved:", error);
    } finally {
      setBusy(false);
    }
  }
  function saveNew(event: FormEvent): void {
    event.preventDefault();
    void run({ name });
  }
  function create(event: FormEvent): void {
    event.preventDefault();
    setCreated([...created, newPortfolio.trim()]);
    setPortfolio(newPortfolio.trim());
    setNewPortfolio("");
  }

  return (
    <section className={styles["ladder"]} aria-label="Save Strategies">
      <h3 className={styles["panelTitle"]}>{isBusy ? "Saving..." : "Save Strategies"}</h3>
      <div className={styles["keeping"]}>
        <form onSubmit={saveNew}>
          <h4>Strategy Manager</h4>
          <TextField label="New Strategy Name" value={name} onChange={setName} maxLength={120} />
          <Button
            type="submit"
            kind="primary"
            disabled={!hasLegs || name.trim() === "" || isBusy}
            title="Save as a new strategy"
          >
            Save
          </Button>
        </form>
        <div className={styles["keepRow"]}>
          <Select
            label="Existing strategy"
            options={[
              { value: NONE, label: "Choose a strategy" },
              ...strategies.map((one) => ({ value: one.id, label: one.name })),
            ]}
            value={replacedId}
            onChange={setReplaced}
            size="form"
          />
          <Button
            disabled={!hasLegs || !replaced || isBusy}
            title="In place of the chosen strategy"
            onClick={() => replaced && void run({ replaced })}
          >
            Save As
          </Button>
        </div>
        <form onSubmit={create}>
          <h4>Portfolio Manager</h4>
          <TextField label="New Portfolio Name" value={newPortfolio} onChange={setNewPortfolio} maxLength={100} />
          <Button
            type="submit"
            disabled={newPortfolio.trim() === ""}
            title="A portfolio is kept with its first strategy"
          >
            Create
          </Button>
        </form>
        <Select
          label="Select Portfolio"
          prefix="Select Portfolio"
          options={portfolios.map((value) => ({ value, label: value }))}
          value={portfolio}
          onChange={setPortfolio}
          size="form"
        />
        <p role="status" data-tone={message?.tone}>
          {message?.text}
        </p>
      </div>
    </section>
  );
}

const refusal = ({ status, message }: RefusedCall): string =>
  status === 412
    ? "This strategy was changed elsewhere. Load it again, or save under a new name"
    : [status === 0 ? "" : String(status), message].filter(Boolean).join(" ");
