import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useRef, useState } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { expiryKey } from "#contract/domain/instruments.ts";
import type { PractisedFill, PractisedOrder } from "#contract/domain/orders/practice.ts";
import { CAUSES } from "#contract/domain/strategy/attribution.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { toneOf } from "../../../components/tone.ts";
import { type CellFormat, formats, timeFormat } from "../../../format/format.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneElement, PaneState } from "../../../state/pane/pane.ts";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { type Fact, Facts } from "../figures/Facts.tsx";
import { money } from "../figures/figure-rows.ts";
import { contractName } from "../legs/contract-name.ts";
import { SideBadge } from "../legs/LegTable.tsx";
import { StrategyPanel } from "../StrategyPanel.tsx";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import type { JournalEntry } from "./journal.ts";
import styles from "./practice.module.css";
import { type Now, type Practice, usePractice } from "./use-practice.ts";

const KINDS = [
  { value: "market", label: "Market", title: "At the bid or ask that is shown" },
  { value: "limit", label: "Limit", title: "At the entry prices of the legs" },
] as const;

const CAUSE_LABELS = {
  earlier: "Before today",
  trades: "Trades",
  delta: "Delta",
  gamma: "Gamma",
  theta: "Theta",
  vega: "Vega",
  residual: "Residual",
} as const;

function nowOf({ snapshot, clock }: PaneState<{ readonly date: Now["date"] }>): Now | undefined {
  return snapshot && clock?.mode === "replay" ? { date: snapshot.date, minute: clock.minute } : undefined;
}

/** Orders on the minute of a replay: what the recorded market would have made of them, and what that came to. */
export function PracticePanel(): ReactNode {
  const pane = useStrategy();
  const now = useSlowFact(pane.stateAtom, nowOf);
  const show = useSetAtom(pane.panelAtom);
  return now ? (
    <Practising now={now} />
  ) : (
    <StrategyPanel
      name="Practice"
      actions={
        <Button size="header" onClick={() => show("ladder")}>
          ← Builder
        </Button>
      }
    >
      <p className={styles["note"]}>Open the replay of the day: an order is placed at a minute.</p>
    </StrategyPanel>
  );
}

function Practising({ now }: { readonly now: Now }): ReactNode {
  const pane = useStrategy();
  const root = useRef<PaneElement & HTMLDivElement>(null);
  const legs = useAtomValue(pane.legsAtom);
  const { price } = usePriceFormats(pane);
  const practice = usePractice(now, root);
  const [kind, choose] = useState<(typeof KINDS)[number]["value"]>("market");
  const time = timeFormat.text(now.minute);
  const open = legs.filter(({ action }) => action !== undefined).length;
  const { entries } = practice;
  return (
    <StrategyPanel
      name="Practice"
      title={`Practice, ${dayWords(now.date)} ${time}`}
      actions={
        <Button
          size="header"
          kind="quiet"
          disabled={entries.length === 0}
          title="Forgets this day's orders"
          onClick={practice.clear}
        >
          Begin again
        </Button>
      }
    >
      <div ref={root} className={styles["body"]}>
        <div className={styles["row"]}>
          <SegmentedControl label="Order type" segments={KINDS} value={kind} onChange={choose} />
          <Button
            size="header"
            kind="primary"
            {...(open === 0 && { disabled: true, title: "There is no leg yet" })}
            onClick={() => practice.place(legs, kind === "limit")}
          >
            {`Place ${open === 1 ? "the leg" : `${open} legs`}`}
          </Button>
          <Button
            size="header"
            {...(!practice.holds && { disabled: true, title: "Nothing is held that no order closes" })}
            onClick={practice.close}
          >
            Close what is held
          </Button>
          <Button
            size="header"
            {...(!practice.waits && { disabled: true, title: "Nothing waits" })}
            onClick={practice.cancel}
          >
            Cancel
          </Button>
        </div>
        <Journal practice={practice} price={price} />
        <Facts facts={factsOf(practice)} />
        <p className={styles["note"]}>
          Filled at the recorded bid and ask, up to the size that was shown; what is left waits. No order is sent.
        </p>
      </div>
    </StrategyPanel>
  );
}

function factsOf({ causes, charges, fills }: Practice): readonly Fact[] {
  if (fills.length === 0) return [];
  const gross = CAUSES.reduce((sum, cause) => sum + causes[cause], 0);
  const taken = charges?.total ?? Number.NaN;
  return [
    { label: "P&L", value: money.text(gross), tone: toneOf(gross), title: "At the prices now, before charges" },
    { label: "Charges", value: formats.price.text(taken), title: "Of what is filled" },
    { label: "After charges", value: money.text(gross - taken), tone: toneOf(gross - taken) },
    ...CAUSES.filter((cause) => cause !== "earlier").map((cause) => ({
      label: CAUSE_LABELS[cause],
      value: money.text(causes[cause]),
      tone: toneOf(causes[cause]),
    })),
  ];
}

function Journal({ practice, price }: { readonly practice: Practice; readonly price: CellFormat }): ReactNode {
  const { entries, orders, fills } = practice;
  if (entries.length === 0) return <p className={styles["note"]}>Nothing is practised on this day yet.</p>;
  return (
    <table className={common["table"]} aria-label="Journal">
      <thead>
        <tr>
          <th>Time</th>
          <th>Order</th>
          <th>Contract</th>
          <th>Became</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>{timeFormat.text(entry.minute)}</td>
            <td>
              <SideBadge side={entry.side} /> {formats.whole.text(entry.units)}{" "}
              <span className={common["quiet"]}>{entry.limit === null ? "market" : price.text(entry.limit)}</span>
            </td>
            <td>{contractName({ ...entry, expiry: expiryKey(entry.expiry) })}</td>
            <td className={styles["became"]}>
              {becameOf(
                entry,
                orders[entry.id],
                fills.filter(({ order }) => order === entry.id),
                price,
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function becameOf(
  { units }: JournalEntry,
  order: PractisedOrder | undefined,
  fills: readonly PractisedFill[],
  price: CellFormat,
): string {
  if (!order) return "later";
  if (order.state === "rejected") return `Refused: ${order.refusal ?? ""}`;
  const modelled = fills.some(({ isModelled }) => isModelled) ? ", modelled" : "";
  const part = order.filled < units ? `${formats.whole.text(order.filled)} ` : "";
  const filled = order.filled > 0 ? `${part}at ${price.text(order.average)}${modelled}` : "";
  if (order.state === "filled") return `Filled ${filled}`;
  const rest = order.state === "open" ? "the rest waits" : "the rest is cancelled";
  return filled === "" ? (order.state === "open" ? "Waits" : "Cancelled") : `${filled}, ${rest}`;
}
