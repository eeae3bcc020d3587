import { useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { paneDayAtom } from "../../state/clock/day.ts";
import { ExchangeSwitch } from "./ExchangeSwitch.tsx";
import { HistoryToggle } from "./history/HistoryToggle.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";

const ArmedChip = lazyPart(() => import("../../kit/alerts/ArmedChip.tsx"), "ArmedChip");

/** What the whole board is set by: its day, its exchange, its theme. */
export function BarSwitches({ isSubscribed }: { readonly isSubscribed: boolean }): ReactNode {
  const isOffLive = useAtomValue(paneDayAtom) !== undefined;
  return (
    <>
      {isSubscribed ? (
        <>
          <Suspense>{isOffLive ? <ArmedChip /> : undefined}</Suspense>
          <HistoryToggle />
          <ExchangeSwitch />
        </>
      ) : undefined}
      <ThemeToggle />
    </>
  );
}
