import type { ReactNode } from "react";
import { Icon } from "../more-icons.tsx";
import styles from "./orders.module.css";

export interface Message {
  readonly text: string;
  /** warning: it stops the order, or nobody knows what became of it. done, refused: what became of it. */
  readonly tone: "warning" | "info" | "done" | "refused";
}

/** What stands between fields and buttons. Its place is kept, so that nothing moves under the pointer. */
export function Messages({ messages }: { readonly messages: readonly Message[] }): ReactNode {
  return (
    <ul className={styles["messages"]} aria-live="polite">
      {messages.map(({ text, tone }) => (
        <li key={text} data-tone={tone}>
          {tone === "warning" || tone === "refused" ? <Icon name="warning" size={14} /> : undefined}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** 'Order Placed x N', 'Order Rejected x M', 'Not confirmed x K', and the broker's own words. */
export const resultMessage = (text: string): Message => ({
  text,
  tone: text.startsWith("Order Placed") ? "done" : text.startsWith("Not confirmed") ? "warning" : "refused",
});

export const draftMessage = (text: string): Message => ({
  text,
  tone: text.startsWith("Total Orders") ? "info" : "warning",
});

export const noteMessage = (text: string): Message => ({ text, tone: "info" });
