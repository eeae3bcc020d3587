import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { dateText } from "#contract/domain/date-words.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { tellLeft } from "../../../components/kept-days.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { symbolsOfDay } from "../../../state/clock/history.ts";
import { keepDayAtom, keptDaysAtom, loadKeptDaysAtom } from "../../../state/clock/vault.ts";
import { activeSymbolAtom } from "../../../state/pane/letters.ts";

/** Keeps the board's symbol of the shown day in this browser. */
export function KeepDay({ day }: { readonly day: HistoryDay }): ReactNode {
  const symbol = useAtomValue(activeSymbolAtom);
  const kept = useAtomValue(keptDaysAtom);
  const load = useSetAtom(loadKeptDaysAtom);
  const keep = useSetAtom(keepDayAtom);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => void load().catch((error: unknown) => console.warn("kept days:", error)), [load]);

  const one = kept?.find((each) => each.day.date === day.date && each.day.source === day.source);
  const isKept = one !== undefined && symbolsOfDay(one.day).includes(symbol);
  const what = `${symbol} of ${dateText(day.date)}`;

  async function press(): Promise<void> {
    setIsBusy(true);
    try {
      tellLeft(await keep(day));
      toasts.show({
        message: `${what} is kept in this browser. The account page lists what is kept.`,
        type: "success",
      });
    } catch (error) {
      toasts.show({ message: `${what} is not kept: ${error instanceof Error ? error.message : error}`, type: "error" });
    }
    setIsBusy(false);
  }

  return (
    <Button
      disabled={isBusy || isKept}
      title={
        isKept
          ? `${what} is kept: it opens without the server`
          : isBusy
            ? "It is being loaded"
            : `Keeps ${what} in this browser, every expiry of it, so that it opens without the server`
      }
      onClick={() => void press()}
    >
      {isKept ? "Kept" : isBusy ? "Keeping…" : one === undefined ? "Keep this day" : `Keep ${symbol}, too`}
    </Button>
  );
}
