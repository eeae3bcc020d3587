import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import { Icon } from "../../../components/more-icons.tsx";
import { Menu, type MenuItem } from "../../../components/overlays/Menu.tsx";
import { toasts } from "../../../components/toasts/toasts.ts";
import { connectedBrokerAtom } from "../../../state/account/connected-broker.ts";
import { tradeIntentAtom } from "../../../state/account/trading.ts";
import { liveListAtom } from "../../../state/clock/day.ts";
import { askLegAtom } from "../../../state/orders/basket/basket-atom.ts";
import styles from "../dashboard.module.css";
import { nameWords } from "../tables/book-words.ts";
import { MOVED, tellGuarded } from "./LeftGtts.tsx";
import { guarding, reversing, rolling } from "./moves.ts";

interface MovesMenuProps {
  readonly position: PositionBody;
  readonly gtts: readonly GttBody[];
}

/** What else may become of a position than its end: the ticket or the basket is filled in, and the user sends it. */
export function MovesMenu({ position, gtts }: MovesMenuProps): ReactNode {
  const universe = useAtomValue(liveListAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const trade = useSetAtom(tradeIntentAtom);
  const addLeg = useSetAtom(askLegAtom);
  const reversed = reversing(position);
  if (reversed === undefined) return undefined;
  const rolled = rolling(position, universe);

  /** Both leave nothing of the position: what guards it would open another. */
  function move(onward: () => void): void {
    onward();
    tellGuarded(gtts, position, MOVED);
  }

  function roll(): void {
    if (!rolled?.every((leg) => addLeg(leg)))
      toasts.show({ message: "A basket is under way: the position was not added.", type: "warning" });
  }

  const guarded = guarding(position, broker?.gtt);
  const items: readonly MenuItem[] = [
    {
      id: "gtt",
      label: "Stop and target…",
      disabled: guarded === undefined,
      title: guarded
        ? "The broker closes it when a price is reached"
        : `${broker?.name ?? "The broker"} keeps no such orders`,
      onSelect: () => trade(guarded),
    },
    { id: "reverse", label: "Reverse…", onSelect: () => move(() => trade(reversed)) },
    {
      id: "roll",
      label: rolled ? `Roll to ${expiryLabel(rolled[1].expiry)}…` : "Roll…",
      disabled: rolled === undefined,
      ...(rolled === undefined && { title: "No later expiry is listed" }),
      onSelect: () => move(roll),
    },
  ];
  return (
    <Menu
      label={`Moves of ${nameWords(position)}`}
      buttonClassName={styles["more"] ?? ""}
      button={<Icon name="more" />}
      buttonLabel={`More for ${nameWords(position)}`}
      items={items}
    />
  );
}
