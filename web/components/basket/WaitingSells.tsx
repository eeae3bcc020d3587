import type { ReactNode } from "react";
import { type BasketState, isInDoubt, sellsWait } from "../../state/orders/basket/basket.ts";
import { Button } from "../controls/Button.tsx";

interface WaitingSellsProps {
  readonly basket: BasketState;
  readonly onAct: (action: { readonly type: "sell anyway" | "drop" }) => void;
}

/**
 * A buy was refused: the sells wait until the user says what becomes of them, and what leaves nothing unhedged is the first choice.
 * While one is in doubt they may be taken back, too: the market may be elsewhere when it is known.
 */
export function WaitingSells({ basket, onAct }: WaitingSellsProps): ReactNode {
  const isAsked = basket.stage === "asks";
  if (!isAsked && !(isInDoubt(basket) && sellsWait(basket))) return undefined;
  return (
    <>
      {isAsked ? (
        <Button kind="danger" onClick={() => onAct({ type: "sell anyway" })}>
          Send sells anyway
        </Button>
      ) : undefined}
      <Button kind={isAsked ? "primary" : "secondary"} onClick={() => onAct({ type: "drop" })}>
        Do not send the sells
      </Button>
    </>
  );
}
