import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect } from "react";
import {
  dismissDraftAtom,
  draftsAtom,
  intentOf,
  openDraftAtom,
  refreshDraftsAtom,
} from "../../state/orders/basket/drafts.ts";
import { Button } from "../controls/Button.tsx";
import { IconButton } from "../controls/IconButton.tsx";
import { Icon } from "../more-icons.tsx";
import { contractWords } from "../orders/ticket-words.ts";
import { toasts } from "../toasts/toasts.ts";
import styles from "./basket.module.css";

const TIME = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit" });

/** What came by the user's secret addresses today: one press puts a draft into the basket, where it is sent as any other. */
export function Drafts(): ReactNode {
  const drafts = useAtomValue(draftsAtom)?.drafts ?? [];
  const refresh = useSetAtom(refreshDraftsAtom);
  const open = useSetAtom(openDraftAtom);
  const dismiss = useSetAtom(dismissDraftAtom);
  const fail = (error: unknown) => toasts.show({ message: `Drafts: ${String(error)}`, type: "error" });
  useEffect(() => void refresh().catch((error: unknown) => console.warn("drafts:", error)), [refresh]);
  if (drafts.length === 0) return undefined;
  return (
    <ul className={styles["drafts"]} aria-label="Webhook drafts">
      {drafts.map((draft) => (
        <li key={draft.id}>
          <p>
            <b>{draft.hook}</b> {TIME.format(draft.at)}
            {draft.openedAt === null ? undefined : `, opened ${TIME.format(draft.openedAt)}`}
            <span className={styles["quiet"]}>
              {draft.legs.map((leg) => `${leg.side} ${leg.qty} ${contractWords(intentOf(leg))}`).join(" · ")}
              {draft.note && ` · ${draft.note}`}
            </span>
          </p>
          <Button size="header" title="In place of the legs below, at the prices of now" onClick={() => open(draft)}>
            Open
          </Button>
          <IconButton label="Dismiss" title="Dismiss" onClick={() => void dismiss(draft.id).catch(fail)}>
            <Icon name="close" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
