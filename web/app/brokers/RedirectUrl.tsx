import { type ReactNode, useState } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { Button } from "../../components/controls/Button.tsx";
import { BROKER_RETURN } from "../routing/paths.ts";
import styles from "./brokers.module.css";

/** The address that the user enters for the own app at the broker. */
export function RedirectUrl({ broker }: { readonly broker: Broker }): ReactNode {
  const [isCopied, setIsCopied] = useState(false);
  const url = `${location.origin}${BROKER_RETURN}/${broker.id}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch (error) {
      console.warn("clipboard:", error); // the address stands there to be marked
    }
  }

  return (
    <div className={styles["redirect"]}>
      <p>
        Redirect URL: <span className={styles["url"]}>{url}</span>
      </p>
      <Button onClick={() => void copy()}>{isCopied ? "Redirect URL Copied" : "Click to Copy Redirect URL"}</Button>
    </div>
  );
}
