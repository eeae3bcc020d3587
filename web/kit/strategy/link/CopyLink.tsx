import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { placeNow } from "../../../components/link/board-place.ts";
import { useLetterName } from "../../pane/use-letter-name.ts";
import { useStrategy } from "../strategy-pane.ts";
import { strategyLinkOf } from "./strategy-link.ts";

const COPIED_MS = 2000;

/** Puts a link to the open legs into the clipboard. @param path of the screen that opens it */
export function CopyLink({ path }: { readonly path: string }): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const letter = useLetterName();
  const held = useAtomValue(pane.heldAtom);
  const [isCopied, setCopied] = useState(false);
  if (held.length === 0) return undefined;

  async function copy(): Promise<void> {
    const { letters, ...place } = placeNow(store, new Set([letter]));
    const looked = letters[letter];
    // A page of its own follows letter A.
    const hash = await strategyLinkOf({
      ...place,
      letters: looked ? { A: looked } : {},
      legs: held,
      whatIf: store.get(pane.whatIfAtom),
    });
    try {
      await navigator.clipboard.writeText(`${location.origin}${path}${hash}`);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    } catch (error) {
      console.warn("link to a strategy:", error);
    }
  }
  return (
    <Button size="header" title="A link to these legs, their prices and the what-if" onClick={() => void copy()}>
      {isCopied ? "Copied" : "Copy link"}
    </Button>
  );
}
