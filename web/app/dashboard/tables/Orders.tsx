import { type ReactNode, useMemo, useState } from "react";
import { MOST_CHANGES } from "#contract/domain/orders/follow.ts";
import { LIMIT } from "#contract/domain/orders/order.ts";
import type { BookOrderBody, FollowBody } from "#contract/wire/http/order-bodies.ts";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { Select } from "../../../components/controls/Select.tsx";
import { Icon } from "../../../components/more-icons.tsx";
import { formats } from "../../../format/format.ts";
import { KIND_OF } from "../../../state/orders/item.ts";
import { WriteQuestion } from "../changes/WriteQuestion.tsx";
import styles from "../dashboard.module.css";
import { type BookColumn, BookTable, figure } from "./BookTable.tsx";
import {
  canChange,
  cancelQuestion,
  FILTERS,
  filteredOrders,
  filterValues,
  followWords,
  nameWords,
  type OrderFilter,
  orderPrice,
  productWords,
  statusTone,
  statusWords,
} from "./book-words.ts";
import { BookSymbol, SideMark } from "./cells.tsx";

interface OrdersProps {
  readonly orders: readonly BookOrderBody[];
  /** Limits that follow the quotes, or did today; undefined where none may. */
  readonly follows: readonly FollowBody[] | undefined;
  /** Of an order that today lists: the ticket asks for its contract. */
  readonly onEdit: (order: BookOrderBody) => void;
  /** The broker's book shows it as cancelled. */
  readonly onCancelled: (order: BookOrderBody) => void;
  /** A limit is to follow, or to follow no more. */
  readonly onFollow: (order: BookOrderBody, follow: boolean) => void;
}

/** The order book: what is pending can be changed or taken back. */
export function Orders({ orders, follows, onEdit, onCancelled, onFollow }: OrdersProps): ReactNode {
  const [filter, setFilter] = useState<OrderFilter>("All");
  const [chosen, setChosen] = useState("");
  const [cancelling, setCancelling] = useState<BookOrderBody>();
  const values = filterValues(orders, filter);
  const [first = ""] = values;
  if (chosen === "" && filter !== "All" && first !== "") setChosen(first); // it was chosen while there was no order
  const value = chosen || first;
  const columns = useMemo(
    () => columnsOf({ follows, onEdit, onCancel: setCancelling, onFollow }),
    [follows, onEdit, onFollow],
  );
  return (
    <>
      <div className={styles["filter"]}>
        <span>Filter Orders :</span>
        <Select
          label="Filter Orders"
          options={FILTERS.map((one) => ({ value: one, label: one === "All" ? `All ( ${orders.length} )` : one }))}
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setChosen(filterValues(orders, next)[0] ?? "");
          }}
        />
        {filter === "All" ? undefined : (
          <Select
            label={filter}
            // The last one of it may have gone: others under its name would be taken for those.
            options={(value === "" ? values : [...new Set([...values, value])]).map((one) => ({
              value: one,
              label: one,
            }))}
            value={value}
            onChange={setChosen}
          />
        )}
      </div>
      <BookTable
        label="Orders"
        columns={columns}
        rows={filteredOrders(orders, filter, value)}
        keyOf={({ id }) => id}
        empty={orders.length === 0 ? "There is no order today." : "No order is left of these."}
      />
      {cancelling === undefined ? undefined : (
        <WriteQuestion
          title="Cancel Order"
          question={cancelQuestion(cancelling)}
          change={(calls, press) => calls.cancel({ data: { id: cancelling.id }, editOrder: cancelling }, press)}
          onClose={() => setCancelling(undefined)}
          onAnswer={(isDone) => isDone && onCancelled(cancelling)}
        />
      )}
    </>
  );
}

interface Actions extends Pick<OrdersProps, "follows" | "onEdit" | "onFollow"> {
  readonly onCancel: (order: BookOrderBody) => void;
}

function columnsOf({ follows, onEdit, onCancel, onFollow }: Actions): readonly BookColumn<BookOrderBody>[] {
  const followOf = ({ id }: BookOrderBody): FollowBody | undefined => follows?.find(({ orderId }) => orderId === id);
  return [
    { header: "Symbol", width: 230, cell: (order) => <BookSymbol of={order} /> },
    {
      header: "(actions)",
      width: follows ? 104 : 76,
      cell: (order) =>
        canChange(order) ? (
          <span className={styles["actions"]}>
            <IconButton
              label={`Edit ${nameWords(order)}`}
              title={order.contract ? "Edit" : "Can be changed at the broker only"}
              disabled={!order.contract}
              onClick={() => onEdit(order)}
            >
              <Icon name="pencil" />
            </IconButton>
            <IconButton label={`Cancel ${nameWords(order)}`} title="Cancel" onClick={() => onCancel(order)}>
              <Icon name="close" />
            </IconButton>
            {follows && order.type === LIMIT ? (
              <FollowButton order={order} isArmed={followOf(order)?.armed === true} onFollow={onFollow} />
            ) : undefined}
          </span>
        ) : undefined,
    },
    { header: "Buy/Sell", width: 84, cell: ({ side }) => <SideMark side={side} /> },
    { header: "Type", width: 84, cell: ({ type }) => KIND_OF[type] },
    { header: "Product", width: 84, cell: ({ productType }) => productWords(productType) },
    figure("Qty", 72, ({ qty }) => formats.whole.text(qty)),
    figure("Rem Qty", 76, ({ remainingQuantity }) => formats.whole.text(remainingQuantity)),
    figure("LimitPrice", 90, (order) => orderPrice(order, order.limitPrice)),
    figure("StopPrice", 90, (order) => orderPrice(order, order.stopPrice)),
    figure("Traded Price", 96, (order) => orderPrice(order, order.tradedPrice)),
    {
      header: "Status",
      width: 90,
      cell: (order) => <Status order={order} follow={followOf(order)} />,
    },
    { header: "Traded Time", width: 150, cell: ({ orderDateTime }) => orderDateTime },
    { header: "Message", width: 220, cell: (order) => <Words order={order} follow={followOf(order)} /> },
  ];
}

const FOLLOW_HINT =
  "Follow the quotes: up to five changes, three seconds apart, from the middle of bid and ask to the other side's best price of now";

/** One click arms it, another ends it. */
function FollowButton({
  order,
  isArmed,
  onFollow,
}: {
  readonly order: BookOrderBody;
  readonly isArmed: boolean;
  readonly onFollow: OrdersProps["onFollow"];
}): ReactNode {
  const words = isArmed ? "Stop following" : "Follow the quotes";
  return (
    <IconButton
      label={`${words}: ${nameWords(order)}`}
      title={isArmed ? words : FOLLOW_HINT}
      data-armed={isArmed || undefined}
      onClick={() => onFollow(order, !isArmed)}
    >
      <Icon name="pulse" />
    </IconButton>
  );
}

/** 'Pending 2/5' while it follows: the message may stand beyond the edge of a narrow screen. */
function Status({ order: { status }, follow }: WordsProps): ReactNode {
  return (
    <>
      <span data-tone={statusTone(status)}>{statusWords(status)}</span>
      {follow?.armed ? <span className={styles["armed"]}>{` ${follow.changes}/${MOST_CHANGES}`}</span> : undefined}
    </>
  );
}

interface WordsProps {
  readonly order: BookOrderBody;
  readonly follow: FollowBody | undefined;
}

/** The broker's words, and how a limit follows or why it does not any more. */
function Words({ order, follow }: WordsProps): ReactNode {
  const { message } = order;
  const followed = follow ? followWords(order, follow) : "";
  return (
    <span title={[followed, message].filter(Boolean).join(". ")}>
      {followed === "" ? undefined : <span className={follow?.armed ? styles["armed"] : undefined}>{followed} </span>}
      {message}
    </span>
  );
}
