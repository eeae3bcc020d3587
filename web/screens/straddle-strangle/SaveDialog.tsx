import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { fullName, kept, lastExpiry } from "../../kit/strategy/keeping/keeping.ts";
import { type SaveChoice, SaveForm } from "../../kit/strategy/keeping/SaveForm.tsx";
import { contractName } from "../../kit/strategy/legs/contract-name.ts";
import { RefusedCall } from "../../state/api.ts";
import { sealStrategyAtom } from "../../state/saved/strategies.ts";
import { PairFields, SIDE_LABELS } from "./PairFields.tsx";
import { straddle } from "./pane.ts";
import styles from "./straddle-strangle.module.css";
import { useOpenedPair } from "./use-pair.ts";

/** Keeps what was traded here; where nothing was, the pair as it is looked at. */
export function SaveDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const pane = straddle.use();
  const opened = useOpenedPair();
  const openAt = useAtomValue(pane.openAtom.atAtom);
  const setOpen = useSetAtom(pane.openAtom);
  const newIdAt = useAtomValue(pane.newIdAtom.atAtom);
  const keepNewId = useSetAtom(pane.newIdAtom);
  const [ownId] = useState(() => crypto.randomUUID());
  const seal = useSetAtom(sealStrategyAtom);
  const { price } = usePriceFormats(pane);
  const [isBusy, setBusy] = useState(false);
  if (!opened) return undefined;
  const { context, snapshot, book, pair, terms, setTerms } = opened;
  const open = openAt(context);
  const newId = newIdAt(context) ?? ownId;
  const isTraded = book.legs.length > 0;
  const legs = isTraded ? book.legs : opened.legs.filter(({ orders }) => orders.length > 0);

  async function save({ name, replaced, portfolio }: SaveChoice): Promise<string> {
    const expiry = lastExpiry(legs);
    if (expiry === undefined) throw new RefusedCall(0, "There is no leg to save");
    const { symbol } = context;
    const { date, spot } = snapshot;
    // A save whose answer is lost is pressed again: it is the same strategy then.
    keepNewId(newId, context);
    const sealed = await seal({
      strategy: kept({
        name: name === undefined ? (replaced?.name ?? symbol) : fullName(name, symbol, date, expiry),
        symbol,
        date,
        expiry,
        legs,
        spot: spot.spot,
        responses: book.responses,
      }),
      ...(replaced ? { replaced } : !open && { newId }),
      ...(portfolio !== undefined && { portfolio }),
    });
    const { saved, message } = await sealed.send();
    setOpen(saved, context); // the symbol may have been turned meanwhile, from another window
    return message;
  }
  return (
    <Dialog open title={isBusy ? "Saving..." : "Save Strategy"} width={440} onClose={onClose}>
      <div className={styles["legs"]}>
        {isTraded ? undefined : <PairFields terms={terms} onTerms={setTerms} lotSize={pair.facts.CE.lotSize} />}
        <ul className={styles["saved"]} aria-label="Legs">
          {legs.map((leg) => (
            <li key={leg.id}>
              <span data-side={leg.action}>{leg.action === undefined ? "Closed" : SIDE_LABELS[leg.action]}</span>
              {leg.totalContracts} lot x {contractName(leg)}
              <b>{price.text(leg.ltp)}</b>
            </li>
          ))}
        </ul>
      </div>
      <SaveForm hasLegs={legs.length > 0} open={open} save={save} isBusy={isBusy} onBusy={setBusy} />
    </Dialog>
  );
}
