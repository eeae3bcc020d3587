import type { ReactNode } from "react";
import { holdingPnl } from "#contract/domain/orders/pnl.ts";
import type { TabReply } from "#contract/wire/http/order-bodies.ts";
import { toneOf } from "../../../components/tone.ts";
import { formats } from "../../../format/format.ts";
import { type BookColumn, BookTable, figure } from "./BookTable.tsx";
import { holdingWords } from "./book-words.ts";
import { Money, Total } from "./cells.tsx";

type Holding = NonNullable<TabReply["holdings"]>[number];
type FundLine = NonNullable<TabReply["fundLimit"]>[number];

const PROFIT = "Unrealized P&L";

const HOLDING_COLUMNS: readonly BookColumn<Holding>[] = [
  { header: "Symbol", width: 230, cell: ({ symbol }) => <HoldingName symbol={symbol} /> },
  figure("Quantity", 90, ({ quantity }) => formats.whole.text(quantity)),
  figure("Rem Quantity", 110, ({ remainingQuantity }) => formats.whole.text(remainingQuantity)),
  figure("Avg price", 100, ({ costPrice }) => formats.price.text(costPrice)),
  figure("LTP", 100, ({ ltp }) => formats.price.text(ltp || Number.NaN)),
  figure("Market Value", 130, ({ ltp, marketVal }) => formats.price.text(ltp ? marketVal : Number.NaN)),
  figure(PROFIT, 130, ({ costPrice, ltp }) => <Money value={holdingPnl(costPrice, ltp).pnl} />),
  figure("Unrealized P&L %", 130, ({ costPrice, ltp }) =>
    formats.signedPercent.text(holdingPnl(costPrice, ltp).percent),
  ),
  { header: "Holding Type", width: 120, cell: ({ holdingType }) => holdingType },
];

function HoldingName({ symbol }: { readonly symbol: string }): ReactNode {
  const { name, place } = holdingWords(symbol);
  return (
    <span title={symbol}>
      <b>{name}</b> <small data-tone="quiet">{place}</small>
    </span>
  );
}

interface HoldingsProps {
  readonly holdings: readonly Holding[];
  /** Rupees, as the broker adds them up. */
  readonly totalPl: number;
}

export function Holdings({ holdings, totalPl }: HoldingsProps): ReactNode {
  // Some brokers tell no price of any: what they have made is not known then.
  const isUnpriced = holdings.length > 0 && holdings.every(({ ltp }) => ltp === 0);
  return (
    <BookTable
      label="Holdings"
      columns={HOLDING_COLUMNS}
      rows={holdings}
      keyOf={({ id }) => id}
      totals={{
        Symbol: (
          <>
            Holding P&L : <Total value={isUnpriced ? Number.NaN : totalPl} of={holdings.length} />
          </>
        ),
      }}
      empty="There are no holdings."
    />
  );
}

const FUND_COLUMNS: readonly BookColumn<FundLine>[] = [
  { header: "Details", width: 300, cell: ({ title }) => title },
  figure("Amount", 180, ({ amount }) => <Amount value={amount} />),
];

/** Red when negative, green when positive; no sign but minus. */
function Amount({ value }: { readonly value: number }): ReactNode {
  return <span data-tone={toneOf(value)}>{formats.price.text(value)}</span>;
}

export function Funds({ lines }: { readonly lines: readonly FundLine[] }): ReactNode {
  return (
    <BookTable
      label="Funds"
      columns={FUND_COLUMNS}
      rows={lines}
      keyOf={({ id }) => id}
      empty="The broker tells of no funds."
    />
  );
}
