import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import type { PaneScope } from "#contract/worker/screen.ts";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { useLetter } from "./mount.ts";

interface PaneProblemProps {
  readonly message: string;
  readonly scope: readonly PaneScope[];
  readonly onRetry: () => void;
}

/**
 * Stands where the figures would: why they cannot be had, and what may help. That is the nearest expiry, one press away;
 * where it is the nearest that fails, or the screen has no expiry, to ask again.
 */
export function PaneProblem({ message, scope, onRetry }: PaneProblemProps): ReactNode {
  const { expiriesAtom, contextAtom, chooseExpiryAtom, chooseFutureExpiryAtom } = useLetter();
  const options = useAtomValue(expiriesAtom);
  const context = useAtomValue(contextAtom);
  const isFuture = scope.includes("futureExpiry");
  const choose = useSetAtom(isFuture ? chooseFutureExpiryAtom : chooseExpiryAtom);
  const [nearest] = isFuture ? (context?.futureExpiries ?? []) : scope.includes("expiry") ? options : [];
  const shown = isFuture ? context?.futureExpiry : context?.expiry;
  return (
    <EmptyState
      message={message || "There are no figures for this expiry."}
      action={
        nearest === undefined || nearest === shown ? (
          <Button onClick={onRetry}>Retry</Button>
        ) : (
          <Button onClick={() => choose(nearest)}>Nearest expiry</Button>
        )
      }
    />
  );
}
