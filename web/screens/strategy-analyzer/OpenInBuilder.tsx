import { useAtomValue, useStore } from "jotai";
import type { ReactNode } from "react";
import type { QuotedContract } from "#contract/worker/strategy-pane.ts";
import { Button } from "../../components/controls/Button.tsx";
import { placeNow } from "../../components/link/board-place.ts";
import { useLetterName } from "../../kit/pane/use-letter-name.ts";
import { strategyLinkOf } from "../../kit/strategy/link/strategy-link.ts";
import { navigationAtom } from "../../state/navigation.ts";
import { analyzer } from "./pane.ts";

const BUILDER = "/strategy-builderv3";

interface OpenInBuilderProps {
  readonly legs: readonly (QuotedContract & { readonly lots: number })[];
}

/** Leads to the builder with these legs at their frozen prices, by a link as one user sends it to another. */
export function OpenInBuilder({ legs }: OpenInBuilderProps): ReactNode {
  const { whatIfAtom } = analyzer.use();
  const store = useStore();
  const letter = useLetterName();
  const navigation = useAtomValue(navigationAtom);

  async function open(): Promise<void> {
    const { letters, ...place } = placeNow(store, new Set([letter]));
    const looked = letters[letter];
    const hash = await strategyLinkOf({
      ...place,
      letters: looked ? { A: looked } : {},
      legs: legs.map(({ type, expiry, strike, lots, price }) => ({ type, expiry, strike, lots, entry: price })),
      whatIf: store.get(whatIfAtom),
    });
    await navigation?.go(BUILDER);
    location.hash = hash;
  }
  return (
    <Button size="header" onClick={() => void open()}>
      Open in builder
    </Button>
  );
}
