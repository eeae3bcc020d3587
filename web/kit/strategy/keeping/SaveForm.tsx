import { useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { Select } from "../../../components/controls/Select.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { RefusedCall } from "../../../state/api.ts";
import { type ListedStrategy, listStrategiesAtom, type OpenStrategy } from "../../../state/saved/strategies.ts";
import styles from "./keeping.module.css";
import { refusal } from "./keeping.ts";
import { useSaid } from "./use-said.ts";

const FIRST_PORTFOLIO = "My Portfolio";
const NONE = "";

/** What a strategy is saved as. */
export interface SaveChoice {
  /** As typed; absent: under the name of the strategy that is replaced. */
  readonly name?: string;
  /** The strategy that is replaced. */
  readonly replaced?: OpenStrategy;
  readonly portfolio?: string;
}

interface SaveFormProps {
  readonly hasLegs: boolean;
  /** The kept strategy that these legs are of. */
  readonly open: OpenStrategy | undefined;
  /** @returns the server's words. @throws RefusedCall where it will not; TypeError without a network */
  readonly save: (choice: SaveChoice) => Promise<string>;
  readonly isBusy: boolean;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Under a new name, or in place of a strategy that is kept; in which portfolio. */
export function SaveForm({ hasLegs, open, save, isBusy, onBusy }: SaveFormProps): ReactNode {
  const list = useSetAtom(listStrategiesAtom);
  const [strategies, setStrategies] = useState<readonly ListedStrategy[]>([]);
  const [name, setName] = useState("");
  const [replacedId, setReplaced] = useState(open?.id ?? NONE);
  const [created, setCreated] = useState<readonly string[]>([]);
  const [newPortfolio, setNewPortfolio] = useState("");
  const [chosenPortfolio, setPortfolio] = useState<string>();
  const [message, setMessage] = useSaid();

  const refresh = useCallback(
    () => list().then(setStrategies, (error: unknown) => console.warn("strategies are not listed:", error)),
    [list],
  );
  useEffect(() => void refresh(), [refresh]);

  const chosen = strategies.find(({ id }) => id === replacedId);
  // These legs replace what they were loaded from, and not what was saved elsewhere since.
  const replaced = chosen && chosen.id === open?.id ? { ...chosen, keptRevision: open.keptRevision } : chosen;
  const portfolios = [...new Set([FIRST_PORTFOLIO, ...strategies.map((one) => one.portfolio), ...created])];
  // A strategy stays where it is kept, unless another portfolio is chosen for it.
  const portfolio = chosenPortfolio ?? (chosen ?? open)?.portfolio ?? FIRST_PORTFOLIO;

  async function run(choice: SaveChoice): Promise<void> {
    onBusy(true);
    setMessage(undefined);
    try {
      setMessage({ text: await save({ ...choice, portfolio }), tone: "up" });
      await refresh();
    } catch (error) {
      // Without a network nothing is said: it is not the server's answer.
      if (error instanceof RefusedCall) setMessage({ text: refusal(error), tone: "down" });
      else console.warn("the strategy is not saved:", error);
    } finally {
      onBusy(false);
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
    <div className={styles["keeping"]}>
      <form onSubmit={saveNew}>
        <h3>Strategy Manager</h3>
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
          onChange={(id) => {
            setReplaced(id);
            setPortfolio(undefined);
          }}
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
        <h3>Portfolio Manager</h3>
        <TextField label="New Portfolio Name" value={newPortfolio} onChange={setNewPortfolio} maxLength={100} />
        <Button type="submit" disabled={newPortfolio.trim() === ""} title="A portfolio is kept with its first strategy">
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
  );
}
