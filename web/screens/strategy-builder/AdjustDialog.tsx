import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import { legKey, type Side, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { money } from "../../kit/strategy/figures/figure-rows.ts";
import { freezeOf, makingAt } from "../../kit/strategy/ladder/use-press.ts";
import { contractName } from "../../kit/strategy/legs/contract-name.ts";
import { marksOf } from "../../kit/strategy/legs/marks.ts";
import common from "../../kit/strategy/strategy.module.css";
import { changeLeg } from "../../kit/strategy/strategy-pane.ts";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { universeAtom } from "../../state/market/market.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { listedTick } from "../../state/orders/contract-terms.ts";
import styles from "./older.module.css";
import { type Adjusting, adjusted, adjustingOf } from "./older-adjust.ts";
import { olderBuilder } from "./pane.ts";

const MOST_LOTS = 1000;
const HEADS = [
  "Lots",
  "Expiry",
  "Strike",
  "Type",
  "Action",
  "Entry/Avg",
  "LTP",
  "",
  "Price",
  "Lots",
  "Realised P&L",
  "",
];
const SIDES = [
  { side: "buy", label: "Buy" },
  { side: "sell", label: "Sell" },
] as const satisfies readonly { side: Side; label: string }[];

/** Each leg that has not expired, with a side, a price and lots that it is adjusted by. */
export function AdjustDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const legs = useAtomValue(olderBuilder.use().livingLegsAtom);
  const textOf = strikeTextOf(legs.map(({ strike }) => strike));
  return (
    <Dialog open title="Adjust Strategy" width={900} onClose={onClose}>
      <table className={common["table"]}>
        <thead>
          <tr>
            {HEADS.map((head, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns have the same words, and none ever moves
              <th key={place}>{head === "" ? <span className="visually-hidden">Change</span> : head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => (
            <LegRow key={legKey(leg)} leg={leg} strike={leg.type === "FUT" ? "" : textOf(leg.strike)} />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function LegRow({ leg, strike }: { readonly leg: StrategyLeg; readonly strike: string }): ReactNode {
  const pane = olderBuilder.use();
  const store = useStore();
  const { price } = usePriceFormats(pane);
  const ltp = useSlowFact(pane.stateAtom, marksOf)[legKey(leg)]?.price ?? Number.NaN;
  const [side, setSide] = useState<Side>();
  const [typedPrice, setPrice] = useState(ltp > 0 ? ltp : leg.ltp);
  const [lots, setLots] = useState(1);
  const symbol = useAtomValue(pane.contextAtom)?.symbol ?? "";
  const tick = listedTick(useAtomValue(universeAtom), symbol, leg.type);
  const selected: Adjusting = side === undefined ? false : adjustingOf(leg, side);
  const name = contractName(leg);

  function submit(): void {
    const { snapshot } = store.get(pane.stateAtom);
    if (!snapshot || side === undefined || lots === 0) return;
    const making = makingAt(symbol, leg.lotSize, snapshot, freezeOf(store, symbol));
    // What was sent stays, and this comes after it.
    changeLeg(store, pane, leg, (one) => adjusted(one, { side, lots, price: typedPrice }, making), []);
    setSide(undefined);
  }
  return (
    <tr>
      <td>{leg.totalContracts}</td>
      <td>{expiryLabel(parseExpiry(leg.expiry))}</td>
      <td>{strike}</td>
      <td>{leg.type}</td>
      <td>{leg.action?.toUpperCase() ?? "CLOSED"}</td>
      <td data-right="">{price.text(leg.ltp)}</td>
      <td data-right="">{price.text(ltp)}</td>
      <td>
        <span className={styles["row"]}>
          {SIDES.map((one) => (
            <Button
              key={one.side}
              size="header"
              aria-pressed={side === one.side}
              aria-label={`${one.label} ${name}`}
              title={adjustingOf(leg, one.side) === "add" ? "Adds to the leg" : "Closes lots of the leg"}
              onClick={() => setSide(side === one.side ? undefined : one.side)}
            >
              {one.label}
            </Button>
          ))}
        </span>
      </td>
      <td>
        <input
          type="number"
          className={common["price"]}
          aria-label={`Price of ${name}`}
          min={0}
          step={tick}
          value={typedPrice}
          onChange={({ target }) => setPrice(Math.max(target.valueAsNumber || 0, 0))}
        />
      </td>
      <td>
        <input
          type="number"
          className={common["number"]}
          aria-label={`Lots to adjust ${name} by`}
          min={1}
          max={MOST_LOTS}
          step={1}
          value={lots === 0 ? "" : lots}
          onChange={({ target }) => setLots(Math.min(Math.max(Math.round(target.valueAsNumber) || 0, 0), MOST_LOTS))}
        />
      </td>
      <td data-right="">{money.text(leg.realised)}</td>
      <td>
        <Button
          size="header"
          kind="primary"
          {...((selected === false || lots === 0) && { disabled: true, title: "Choose Buy or Sell, and lots" })}
          onClick={submit}
        >
          Submit
        </Button>
      </td>
    </tr>
  );
}
