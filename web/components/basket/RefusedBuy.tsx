import type { ReactNode } from "react";
import type { BasketState } from "../../state/orders/basket.ts";
import { Button } from "../controls/Button.tsx";

interface RefusedBuyProps {
  readonly basket: Pick<BasketState, "stage">;
  readonly onAct: (action: { readonly type: "sell anyway" | "drop" }) => void;
}

/** A buy was refused: the sells wait until the user says what becomes of them. */
export function RefusedBuy({ basket, onAct }: RefusedBuyProps): ReactNode {
  if (basket.stage !== "asks") return undefined;
  return (
    <>
      <Button kind="danger" onClick={() => onAct({ type: "drop" })}>
        Drop waiting legs
      </Button>
      <Button kind="primary" onClick={() => onAct({ type: "sell anyway" })}>
        Send sells anyway
      </Button>
    </>
  );
}
