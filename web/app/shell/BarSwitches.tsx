import type { ReactNode } from "react";
import { ThemeToggle } from "../ThemeToggle.tsx";
import { ExchangeSwitch } from "./ExchangeSwitch.tsx";
import { HistoryToggle } from "./history/HistoryToggle.tsx";

/** What the whole board is set by: its day, its exchange, its theme. */
export function BarSwitches({ isSubscribed }: { readonly isSubscribed: boolean }): ReactNode {
  return (
    <>
      {isSubscribed ? (
        <>
          <HistoryToggle />
          <ExchangeSwitch />
        </>
      ) : undefined}
      <ThemeToggle />
    </>
  );
}
