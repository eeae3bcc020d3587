import { type ReactNode, useState } from "react";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import { TextField } from "../../../components/controls/TextField.tsx";
import { useWrite } from "../../../components/orders/use-write.ts";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import { useLateClose } from "../../../components/overlays/use-late-close.ts";
import styles from "../dialogs.module.css";
import { nameWords, productWords } from "../tables/book-words.ts";
import { convertBody, convertProblem, otherProduct } from "./convert.ts";
import { CONVERTED, tellGuarded } from "./LeftGtts.tsx";

interface ConvertDialogProps {
  readonly position: PositionBody;
  readonly gtts: readonly GttBody[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Makes an intraday position one on margin, or the other way round. */
export function ConvertDialog({ position, gtts, onClose, onDone }: ConvertDialogProps): ReactNode {
  const lot = Math.max(position.lotSize, 1);
  const [quantity, setQuantity] = useState(String(Math.abs(position.netQty)));
  const write = useWrite();
  const close = useLateClose(onClose);
  const entered = Number(quantity === "" ? Number.NaN : quantity);
  const problem = convertProblem(entered, position);
  const isLong = position.netQty > 0;

  async function submit(): Promise<void> {
    const outcome = await write.ask((calls, press) => calls.convert(convertBody(entered, position), press));
    if (outcome === "refused") return;
    // Where nobody knows, the same press would convert as much again.
    close();
    tellGuarded(gtts, position, CONVERTED);
    onDone();
  }

  return (
    <ConfirmDialog
      open
      title="Convert Position"
      tone={isLong ? "buy" : "sell"}
      onClose={onClose}
      confirm="Submit"
      why={problem}
      isBusy={write.isBusy}
      onConfirm={() => void submit()}
    >
      <div className={styles["form"]}>
        <TextField label="Symbol" value={nameWords(position)} readOnly onChange={() => undefined} />
        <TextField
          label="Quantity"
          type="number"
          numeric
          min={lot}
          step={lot}
          value={quantity}
          onChange={setQuantity}
          {...(problem !== undefined && { error: problem })}
        />
        <TextField label="Type" value={isLong ? "BUY" : "SELL"} readOnly onChange={() => undefined} />
        <TextField label="Old Product" value={productWords(position.productType)} readOnly onChange={() => undefined} />
        <TextField
          label="New Product"
          value={productWords(otherProduct(position.productType))}
          readOnly
          onChange={() => undefined}
        />
      </div>
    </ConfirmDialog>
  );
}
