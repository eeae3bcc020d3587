/** What the orders of strategies are called: a copy of a strategy has the ids of its orders, too. */
export const nameOfOrder = (strategy: string | undefined, id: string): string => `${strategy ?? ""} ${id}`;

/** @param leg of a press */
export const nameOfSent = (leg: {
  readonly id: string;
  readonly draft: { readonly strategy?: string | undefined };
}): string => nameOfOrder(leg.draft.strategy, leg.id);
