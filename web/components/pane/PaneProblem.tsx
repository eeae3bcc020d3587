import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { chooseExpiryAtom, expiriesAtom } from "../../state/market.ts";
import { Button } from "../Button.tsx";
import { EmptyState } from "../EmptyState.tsx";

/** Stands where the figures would: the room cannot be had, and why. The nearest expiry is one step away. */
export function PaneProblem({ message }: { readonly message: string }): ReactNode {
  const [nearest] = useAtomValue(expiriesAtom);
  const choose = useSetAtom(chooseExpiryAtom);
  const action = nearest === undefined ? undefined : <Button onClick={() => choose(nearest)}>Nearest expiry</Button>;
  return <EmptyState message={message || "There are no figures for this expiry."} action={action} />;
}
