import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { useLetter } from "./mount.ts";

interface PaneProblemProps {
  readonly message: string;
  /** The pane's expiry is a future's. */
  readonly hasFutureExpiry: boolean;
}

/** Stands where the figures would: why the room cannot be had. The nearest expiry is one press away. */
export function PaneProblem({ message, hasFutureExpiry }: PaneProblemProps): ReactNode {
  const { expiriesAtom, contextAtom, chooseExpiryAtom, chooseFutureExpiryAtom } = useLetter();
  const options = useAtomValue(expiriesAtom);
  const futures = useAtomValue(contextAtom)?.futureExpiries ?? [];
  const [nearest] = hasFutureExpiry ? futures : options;
  const choose = useSetAtom(hasFutureExpiry ? chooseFutureExpiryAtom : chooseExpiryAtom);
  const action = nearest === undefined ? undefined : <Button onClick={() => choose(nearest)}>Nearest expiry</Button>;
  return <EmptyState message={message || "There are no figures for this expiry."} action={action} />;
}
