import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { useLetter } from "./mount.ts";

/** Stands where the figures would: why the room cannot be had. The nearest expiry is one press away. */
export function PaneProblem({ message }: { readonly message: string }): ReactNode {
  const { expiriesAtom, chooseExpiryAtom } = useLetter();
  const [nearest] = useAtomValue(expiriesAtom);
  const choose = useSetAtom(chooseExpiryAtom);
  const action = nearest === undefined ? undefined : <Button onClick={() => choose(nearest)}>Nearest expiry</Button>;
  return <EmptyState message={message || "There are no figures for this expiry."} action={action} />;
}
