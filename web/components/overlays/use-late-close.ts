import { useEffect, useRef } from "react";

/** @returns `onClose` for a late answer: it does nothing once the part that asked is gone, since another may stand there by then. */
export function useLateClose(onClose: () => void): () => void {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => {
    if (isHere.current) onClose();
  };
}
