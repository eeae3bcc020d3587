import { useAtomValue, useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { toasts } from "../../components/toasts/toasts.ts";
import { draftsAtom, makeHookAtom, refreshDraftsAtom, revokeHookAtom } from "../../state/orders/basket/drafts.ts";
import { wordsOfError } from "../forms/words.ts";
import styles from "./account.module.css";
import { utcDay } from "./facts.ts";

const SAMPLE = `{"symbol": "NIFTY", "expiry": "nearest", "strike": 24600, "type": "CE", "side": "{{strategy.order.action}}", "lots": 1}`;

/** Secret addresses that alerts of elsewhere post drafts to. Nothing is ever sent to a broker from here. */
export function Webhooks(): ReactNode {
  const hooks = useAtomValue(draftsAtom)?.hooks ?? [];
  const refresh = useSetAtom(refreshDraftsAtom);
  const make = useSetAtom(makeHookAtom);
  const revoke = useSetAtom(revokeHookAtom);
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const fail = (error: unknown) => void toasts.show({ message: wordsOfError(error), type: "error" });
  useEffect(() => void refresh().catch((error: unknown) => console.warn("webhooks:", error)), [refresh]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    make(name.trim()).then((made) => {
      setUrl(made);
      setName("");
    }, fail);
  }

  return (
    <section className={styles["panel"]} aria-label="Webhook drafts">
      <h2>Webhook drafts</h2>
      <p className={styles["intro"]}>
        An alert, as of TradingView, posts an order to a secret address of yours. It becomes a draft in the basket until
        the day is over, and goes to no broker before you open and send it. Its message, for one order or with several
        in "legs":
      </p>
      <pre className={styles["linkText"]}>{SAMPLE}</pre>
      <form className={styles["actions"]} onSubmit={submit}>
        <TextField label="Name of the address" value={name} onChange={setName} maxLength={40} autoComplete="off" />
        <Button type="submit" disabled={name.trim() === ""} title={name.trim() === "" ? "Give it a name" : undefined}>
          Make an address
        </Button>
      </form>
      {url === "" ? undefined : (
        <>
          <p className={styles["intro"]}>Copy it now: it is shown this once. Who has it can make drafts for you.</p>
          <p className={styles["linkText"]}>{url}</p>
          <div className={styles["actions"]}>
            <Button onClick={() => void navigator.clipboard.writeText(url).then(() => setUrl(""), fail)}>Copy</Button>
          </div>
        </>
      )}
      {hooks.map((hook) => (
        <p key={hook.id} className={styles["hook"]}>
          <span>
            <b>{hook.name}</b> made {utcDay(new Date(hook.madeAt).toISOString())}
            {hook.usedAt === null ? ", not used yet" : `, last used ${utcDay(new Date(hook.usedAt).toISOString())}`}
          </span>
          <Button size="header" kind="danger" onClick={() => void revoke(hook.id).catch(fail)}>
            Revoke
          </Button>
        </p>
      ))}
    </section>
  );
}
