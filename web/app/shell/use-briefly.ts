import { useCallback, useEffect, useRef, useState } from "react";

/** A value that goes by itself: `show(value, milliseconds)`; a later one takes the place and the time of the former. */
export function useBriefly<Value>(): readonly [
  Value | undefined,
  (value: Value | undefined, milliseconds?: number) => void,
] {
  const [value, setValue] = useState<Value>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((next: Value | undefined, milliseconds = 0) => {
    clearTimeout(timer.current);
    setValue(next);
    if (next !== undefined) timer.current = setTimeout(() => setValue(undefined), milliseconds);
  }, []);
  return [value, show];
}
