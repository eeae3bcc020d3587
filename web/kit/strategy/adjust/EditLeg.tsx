import { useAtomValue, useStore } from "jotai";
import type { ReactNode } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { withExclusion } from "#contract/domain/strategy/leg-edits.ts";
import type { StrategyLeg, StrategyOrder } from "#contract/domain/strategy/legs.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { Dialog } from "../../../components/overlays/Dialog.tsx";
import { formats } from "../../../format/format.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { symbolOf } from "../legs/book.ts";
import { contractName } from "../legs/contract-name.ts";
import { SideBadge } from "../legs/LegTable.tsx";
import common from "../strategy.module.css";
import { changeLeg, useStrategy } from "../strategy-pane.ts";
import type { OrderEdit } from "./OrderDialog.tsx";

interface EditLegProps {
  readonly leg: StrategyLeg;
  onClose(): void;
  onOrder(edit: OrderEdit): void;
}

/** The orders of a leg, a line each. One that has expired gets no new one. */
export function EditLeg({ leg, onClose, onOrder }: EditLegProps): ReactNode {
  const isLiving = useAtomValue(useStrategy().livingLegsAtom).includes(leg);
  return (
    <Dialog
      open
      onClose={onClose}
      title={contractName(leg)}
      width={620}
      footer={isLiving ? <Button onClick={() => onOrder({ kind: "add", leg })}>Add New Order</Button> : undefined}
    >
      <table className={common["table"]}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Side</span>
            </th>
            <th data-right="">Price</th>
            <th data-right="">Qnty</th>
            <th data-right="">Lots</th>
            <th>Time</th>
            <th>State</th>
            <th>
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {leg.orders.map((order) => (
            <OrderLine key={order.id} leg={leg} order={order} onOrder={onOrder} />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

const stampOf = (time: number): string =>
  new Date(time).toLocaleString("en-GB", {
    timeZone: "Asia/Kolkata",
    day: "2-digit",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });

interface OrderLineProps extends Pick<EditLegProps, "leg" | "onOrder"> {
  readonly order: StrategyOrder;
}

function OrderLine({ leg, order, onOrder }: OrderLineProps): ReactNode {
  const pane = useStrategy();
  const { price } = usePriceFormats(pane);
  const symbol = useSlowFact(pane.stateAtom, symbolOf);
  const store = useStore();
  const exclude = (): void => {
    const terms = termsOf(leg, underlyingOf(symbol));
    changeLeg(store, pane, leg, (one) => withExclusion(one, order.id, terms), [order]);
  };
  return (
    <tr>
      <td>
        <SideBadge side={order.action} />
      </td>
      <td data-right="">{price.text(order.ltp)}</td>
      <td data-right="">{formats.whole.text(order.contracts * leg.lotSize)}</td>
      <td data-right="">{order.contracts}</td>
      <td>{stampOf(order.time)}</td>
      <td>
        {order.isTraded ? (
          "Order Placed"
        ) : (
          <>
            Order Not Placed <Checkbox label="Exclude Order" checked={order.exclude} onChange={exclude} />
          </>
        )}
      </td>
      <td>
        <Button size="header" onClick={() => onOrder({ kind: "modify", leg, order })}>
          Edit
        </Button>
        {leg.orders.length > 1 ? (
          <Button size="header" onClick={() => onOrder({ kind: "delete", leg, order })}>
            Delete
          </Button>
        ) : undefined}
      </td>
    </tr>
  );
}
