import { useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useEffect } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { historyDaysAtom, loadHistoryAtom } from "../../../state/clock/history.ts";
import { useStrategy } from "../strategy-pane.ts";

/** On a past day, in the place of trading. */
export function PracticeButton(): ReactNode {
  const pane = useStrategy();
  const day = useAtomValue(pane.contextAtom)?.day;
  const days = useAtomValue(historyDaysAtom);
  const [panel, show] = useAtom(pane.panelAtom);
  const store = useStore();
  const isKnown = days !== undefined;
  useEffect(() => {
    if (!isKnown) void store.set(loadHistoryAtom);
  }, [isKnown, store]);
  if (typeof day !== "object") return undefined;
  const listed = days?.find(({ date, source }) => date === day.date && source === day.source);
  const isOpen = panel === "practice";
  const isFixed = listed?.mayPractise !== true && !isOpen;
  return (
    <Button
      size="header"
      {...(isFixed && { disabled: true, title: "This day is too recent to be practised on" })}
      onClick={() => show(isOpen ? "ladder" : "practice")}
    >
      {isOpen ? "← Builder" : "Practice"}
    </Button>
  );
}
