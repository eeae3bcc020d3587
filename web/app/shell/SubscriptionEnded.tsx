import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { goAtom } from "../../state/navigation.ts";
import { usePageTitle } from "../routing/page-title.ts";
import { LOGOUT } from "../routing/paths.ts";

/** In the place of a screen that needs a subscription. */
export function SubscriptionEnded(): ReactNode {
  const go = useSetAtom(goAtom);
  usePageTitle("Subscription");
  return (
    <>
      <h1 className="visually-hidden">Subscription</h1>
      <EmptyState message="Your subscription has ended." action={<Button onClick={() => go(LOGOUT)}>Logout</Button>} />
    </>
  );
}
