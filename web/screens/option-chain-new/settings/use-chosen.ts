import { useState } from "react";

/** The item that is chosen in a list; another list has none chosen. */
export function useChosen(list: string): readonly [chosen: string | undefined, choose: (key: string) => void] {
  const [chosen, setChosen] = useState<{ readonly list: string; readonly key: string }>();
  return [chosen?.list === list ? chosen.key : undefined, (key) => setChosen({ list, key })];
}
