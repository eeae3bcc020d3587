/** What a card's Subscribe button says, and whether it does anything. */
export interface CardState {
  /** A duration of this card is selected. */
  readonly isSelected: boolean;
  /** This card's terms. */
  readonly isAccepted: boolean;
  /** Until the next attempt to pay may be made. */
  readonly secondsToWait: number;
}

export interface SubscribeState {
  readonly text: string;
  readonly can: "subscribe" | "accept" | "nothing";
}

export function subscribeState({ isSelected, isAccepted, secondsToWait }: CardState): SubscribeState {
  if (!isSelected) return { text: "Choose Duration", can: "nothing" };
  if (!isAccepted) return { text: "Accept Terms", can: "accept" };
  if (secondsToWait > 0) return { text: `Wait for ${secondsToWait} seconds`, can: "nothing" };
  return { text: "Subscribe", can: "subscribe" };
}
