import { useAtomValue } from "jotai";
import { type ReactNode, useMemo, useState } from "react";
import { distanceOf, type GttStatus, opensAnew } from "#contract/domain/orders/gtt.ts";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { EmptyState } from "../../../components/feedback/EmptyState.tsx";
import type { LivePrices } from "../../../components/last-prices/use-prices.ts";
import { Icon } from "../../../components/more-icons.tsx";
import { formats } from "../../../format/format.ts";
import { WriteQuestion } from "../changes/WriteQuestion.tsx";
import styles from "../dashboard.module.css";
import { type BookColumn, BookTable, figure } from "./BookTable.tsx";
import { gttText, nameWords, priceText, productWords } from "./book-words.ts";
import { BookName, LastPrice, SideMark } from "./cells.tsx";
import { priceNameAtom } from "./Positions.tsx";

interface GttsProps {
  /** undefined: the broker keeps none. */
  readonly gtts: readonly GttBody[] | undefined;
  /** undefined: not read yet. */
  readonly positions: readonly PositionBody[] | undefined;
  /** Its name. */
  readonly broker: string;
  readonly prices: LivePrices;
  /** No new orders go: what waits at the broker does all the same. */
  readonly isStopped: boolean;
  readonly onEdit: (gtt: GttBody) => void;
  /** Something was changed. */
  readonly onDone: () => void;
}

/** Orders that wait at the broker until a price is reached: what is active can be changed or deleted. */
export function Gtts({ gtts, positions, broker, prices, isStopped, onEdit, onDone }: GttsProps): ReactNode {
  const [deleting, setDeleting] = useState<GttBody>();
  const priceNameOf = useAtomValue(priceNameAtom);
  const columns = useMemo(
    () => columnsOf((gtt) => prices.of(priceNameOf(gtt)), positions, onEdit, setDeleting),
    [prices, priceNameOf, positions, onEdit],
  );
  if (!gtts?.length) {
    return (
      <section aria-label="GTT">
        <EmptyState message={gtts ? EMPTY : `${broker} keeps no orders that wait for a price (GTT).`} />
      </section>
    );
  }
  return (
    <>
      {isStopped && gtts.some(({ status }) => status === "active") ? (
        <p className={styles["filter"]}>{STILL}</p>
      ) : undefined}
      <BookTable label="GTT" columns={columns} rows={gtts.toSorted(activeFirst)} keyOf={({ id }) => id} empty="" />
      {deleting === undefined ? undefined : (
        <WriteQuestion
          title="Delete GTT"
          question={`Are you sure to delete ${gttText(deleting)} ?`}
          change={(calls, press) => calls.deleteGtt({ data: { id: deleting.id }, gtt: deleting }, press)}
          onClose={() => setDeleting(undefined)}
          onAnswer={onDone}
        />
      )}
    </>
  );
}

const STILL =
  "Trading is stopped, and what waits at the broker still fires: it may be your stop. Delete what must not.";

const OPENS = "No position: would open one";

const EMPTY =
  "No GTT. A GTT (good till triggered) is an order that your broker keeps until a price is reached or the contract expires, also while you are away. Make one under GTT on a ticket, or from a position's menu: Stop and target.";

type Column = BookColumn<GttBody>;

/** Active ones first, of those the newest. */
const activeFirst = (a: GttBody, b: GttBody): number =>
  Number(b.status === "active") - Number(a.status === "active") || b.createdAt.localeCompare(a.createdAt);

/** '80.00 | 130.00': of an OCO the lower one first. */
const each = (gtt: GttBody, text: (leg: GttBody["legs"][number]) => string): string => gtt.legs.map(text).join(" | ");

function columnsOf(
  ltpOf: (gtt: GttBody) => number,
  positions: readonly PositionBody[] | undefined,
  onEdit: (gtt: GttBody) => void,
  onDelete: (gtt: GttBody) => void,
): readonly Column[] {
  return [
    { header: "Symbol", width: 214, cell: (gtt) => <BookName of={gtt} /> },
    {
      header: "(actions)",
      width: 76,
      cell: (gtt) =>
        gtt.status === "active" ? (
          <span className={styles["actions"]}>
            {gtt.isChangeable && gtt.contract ? (
              <IconButton label={`Change ${nameWords(gtt)}`} title="Change" onClick={() => onEdit(gtt)}>
                <Icon name="pencil" />
              </IconButton>
            ) : undefined}
            <IconButton label={`Delete ${nameWords(gtt)}`} title="Delete" onClick={() => onDelete(gtt)}>
              <Icon name="close" />
            </IconButton>
          </span>
        ) : undefined,
    },
    { header: "Buy/Sell", width: 70, cell: ({ side }) => <SideMark side={side} /> },
    { header: "Kind", width: 60, cell: ({ legs }) => (legs.length === 2 ? "OCO" : "Single") },
    { header: "Product", width: 78, cell: ({ productType }) => productWords(productType) },
    figure("Qty", 64, ({ qty }) => formats.whole.text(qty)),
    figure("Trigger", 130, (gtt) => each(gtt, ({ trigger }) => priceText(gtt, trigger))),
    figure("Limit", 130, (gtt) => each(gtt, ({ limit }) => priceText(gtt, limit))),
    figure("LTP", 84, (gtt) => <LastPrice value={ltpOf(gtt)} text={priceText(gtt, ltpOf(gtt))} />),
    figure("Distance", 150, (gtt) =>
      gtt.status === "active"
        ? each(gtt, ({ trigger }) => formats.signedPercent.text(distanceOf(trigger, ltpOf(gtt))))
        : undefined,
    ),
    { header: "Status", width: 84, cell: ({ status }) => <span data-tone={TONES[status]}>{statusWords(status)}</span> },
    {
      header: "Message",
      width: 240,
      cell: (gtt) =>
        positions && opensAnew(gtt, positions) ? (
          <span data-tone="warn">{OPENS}</span>
        ) : (
          <span title={gtt.message}>{gtt.message}</span>
        ),
    },
    { header: "Created", width: 150, cell: ({ createdAt }) => createdAt },
    { header: "Id", width: 90, cell: ({ id }) => id },
  ];
}

const TONES: Readonly<Partial<Record<GttStatus, string>>> = { triggered: "up", rejected: "down", deleted: "quiet" };

/** 'Active'. */
const statusWords = (status: GttStatus): string => status.charAt(0).toUpperCase() + status.slice(1);
