import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { goAtom } from "../../state/navigation.ts";
import { usePageTitle } from "../routing/page-title.ts";
import { BROKER_LOGIN } from "../routing/paths.ts";

const HEADING = "Broker Login";

/** In the place of a broker's page whose address names none. */
export function UnknownBroker({ id }: { readonly id: string }): ReactNode {
  const go = useSetAtom(goAtom);
  usePageTitle(HEADING);
  return (
    <>
      <h1 className="visually-hidden">{HEADING}</h1>
      <EmptyState
        message={`There is no broker '${id}'.`}
        action={<Button onClick={() => go(BROKER_LOGIN)}>All brokers</Button>}
      />
    </>
  );
}
