import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { navigationAtom } from "../../state/navigation.ts";
import { subscribedAtom } from "../../state/session.ts";
import { PRICING } from "./paths.ts";

/**
 * A page of administrators, who need no subscription: a user without permission and without subscription goes where every page
 * sends a user who may not open it.
 * @returns whether that is so
 */
export function useElsewhere(isRefused: boolean): boolean {
  const navigation = useAtomValue(navigationAtom);
  const isElsewhere = !useAtomValue(subscribedAtom) && isRefused;
  useEffect(() => {
    if (isElsewhere) void navigation?.go(PRICING, { replace: true });
  }, [isElsewhere, navigation]);
  return isElsewhere;
}
