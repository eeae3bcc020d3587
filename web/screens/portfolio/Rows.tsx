import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { memo, type ReactNode, useMemo, useRef } from "react";
import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import { hasClosing, type StopTarget, tradeStatus, WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import type { Profits } from "#contract/domain/strategy/profits.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { formats } from "../../format/format.ts";
import { toneOf } from "../../kit/strategy/figures/figure-rows.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { type HeldStrategy, realisedOf, shownAtom } from "./book.ts";
import { CauseCells, CauseHeaders } from "./CauseCells.tsx";
import { Exit } from "./Exit.tsx";
import { LegRows } from "./LegRows.tsx";
import { liveCell, useLiveCells } from "./live-cells.ts";
import { portfolio } from "./pane.ts";
import styles from "./portfolio.module.css";
import { stopsAtom } from "./stops.ts";

const HEADERS = [
  "Name",
  "Stop and target",
  "Trade status",
  "Realised Profit",
  "Unrealised Profit",
  "Total Profit",
  "Close",
];

/** The price of each leg, known or not, as text: React has to know no more of a tick. */
const pricedOf = (snapshot: Profits | undefined): string =>
  Array.from(snapshot?.prices ?? [], (price) => (price > 0 ? "1" : "0")).join("");

const isOpen = ({ legs }: HeldStrategy): boolean => legs.some(({ isClosed }) => !isClosed);

/** The strategies, a row each, and the total. */
export function Rows(): ReactNode {
  const pane = portfolio.use();
  const strategies = useAtomValue(shownAtom);
  const stops = useAtomValue(stopsAtom);
  const [expanded, expand] = useAtom(pane.expandedAtom);
  const hasCauses = useAtomValue(pane.hasCausesAtom);
  const priced = useSlowFact(pane.profitsAtom, pricedOf);
  const root = useRef<HTMLTableElement>(null);
  useLiveCells(
    root,
    pane.liveAtom,
    useMemo(() => ({ strategies, expanded, hasCauses }), [strategies, expanded, hasCauses]),
  );
  const starts = useMemo(() => {
    let at = 0;
    return strategies.map(({ legs }) => {
      at += legs.length;
      return at - legs.length;
    });
  }, [strategies]);
  const toggle = (id: string): void =>
    expand((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it
    <section className={styles["scroller"]} aria-label="Strategies" tabIndex={0}>
      <table ref={root} className={styles["table"]} data-causes={hasCauses || undefined}>
        <thead className={styles["head"]}>
          <tr>
            <th>
              <span className="visually-hidden">Stop and target settings</span>
            </th>
            {HEADERS.map((header) => (
              <th key={header} scope="col" data-right={/Profit/.test(header) || undefined}>
                {header}
              </th>
            ))}
            {hasCauses ? <CauseHeaders /> : undefined}
          </tr>
        </thead>
        {strategies.map((strategy, at) => {
          const start = starts[at] ?? 0;
          const isExpanded = expanded.has(strategy.id);
          const legPrices = priced.slice(start, start + strategy.legs.length);
          return (
            <tbody key={strategy.id} className={styles["group"]}>
              <StrategyRow
                strategy={strategy}
                at={at}
                hasPrice={strategy.legs.some((leg, i) => !leg.isClosed && legPrices[i] === "1")}
                hasAllPrices={strategy.legs.every((leg, i) => leg.isClosed || legPrices[i] === "1")}
                stop={stops[strategy.name]}
                isExpanded={isExpanded}
                hasCauses={hasCauses}
                onToggle={toggle}
              />
              {isExpanded ? (
                <LegRows strategy={strategy} start={start} priced={legPrices} hasCauses={hasCauses} />
              ) : undefined}
            </tbody>
          );
        })}
        <TotalRow
          strategies={strategies}
          hasPrice={priced.includes("1")}
          stop={stops[WHOLE_PORTFOLIO]}
          hasCauses={hasCauses}
        />
      </table>
    </section>
  );
}

interface StrategyRowProps {
  readonly strategy: HeldStrategy;
  readonly at: number;
  /** One of its open legs has a price. */
  readonly hasPrice: boolean;
  /** All of them have. */
  readonly hasAllPrices: boolean;
  readonly stop: StopTarget | undefined;
  readonly isExpanded: boolean;
  readonly hasCauses: boolean;
  readonly onToggle: (id: string) => void;
}

const StrategyRow = memo(function StrategyRow(props: StrategyRowProps): ReactNode {
  const { strategy, at, hasPrice, hasAllPrices, stop, isExpanded, hasCauses, onToggle } = props;
  const { id, name, symbol, expiry, legs } = strategy;
  const realised = realisedOf(strategy);
  return (
    <tr className={styles["row"]}>
      <td>
        <Cog of={name} isShown={isOpen(strategy) && hasPrice} />
      </td>
      <td>
        <button
          type="button"
          className={styles["name"]}
          aria-expanded={isExpanded}
          title={name}
          onClick={() => onToggle(id)}
        >
          <span className={styles["turn"]} data-open={isExpanded || undefined}>
            <Icon name="chevron-down" size={14} />
          </span>
          <b>{name}</b>
          <span className={styles["quiet"]}>{`${symbol} ${expiryLabel(parseExpiry(expiry))}`}</span>
        </button>
      </td>
      <td>
        <StopMessage stop={stop} />
      </td>
      <td>{tradeStatus(legs)}</td>
      <td data-right="" data-tone={toneOf(realised)}>
        {formats.signedPrice.text(realised)}
      </td>
      <td data-right="" {...liveCell("strategy", at)} />
      <td data-right="" className={styles["strong"]} {...liveCell("strategy", at, realised)} />
      <td>
        <Exit
          what={{ ids: [id] }}
          of={name}
          isOpen={isOpen(strategy)}
          hasPrice={hasAllPrices}
          isClosing={legs.some(hasClosing)}
        />
      </td>
      {hasCauses ? <CauseCells of="strategies" at={at} /> : undefined}
    </tr>
  );
});

interface TotalRowProps {
  readonly strategies: readonly HeldStrategy[];
  readonly hasPrice: boolean;
  readonly stop: StopTarget | undefined;
  readonly hasCauses: boolean;
}

function TotalRow({ strategies, hasPrice, stop, hasCauses }: TotalRowProps): ReactNode {
  const realised = strategies.reduce((sum, one) => sum + realisedOf(one), 0);
  const ids = useMemo(() => strategies.map(({ id }) => id), [strategies]);
  const legs = strategies.flatMap((one) => one.legs);
  return (
    <tfoot className={styles["total"]}>
      <tr>
        <td>
          <Cog of={WHOLE_PORTFOLIO} isShown={strategies.some(isOpen) && hasPrice} />
        </td>
        <td>
          <b>{WHOLE_PORTFOLIO}</b>{" "}
          <span className={styles["quiet"]}>{`${strategies.length} strategies, ${legs.length} legs`}</span>
        </td>
        <td>
          <StopMessage stop={stop} />
        </td>
        <td />
        <td data-right="" data-tone={toneOf(realised)}>
          {formats.signedPrice.text(realised)}
        </td>
        <td data-right="" {...liveCell("whole")} />
        <td data-right="" className={styles["strong"]} {...liveCell("whole", 0, realised)} />
        <td>
          <Exit
            what={{ ids }}
            of={WHOLE_PORTFOLIO}
            isOpen={strategies.some(isOpen)}
            hasPrice={hasPrice}
            isClosing={legs.some(hasClosing)}
          />
        </td>
        {hasCauses ? <CauseCells of="whole" /> : undefined}
      </tr>
    </tfoot>
  );
}

function Cog({ of, isShown }: { readonly of: string; readonly isShown: boolean }): ReactNode {
  const ask = useSetAtom(portfolio.use().stopOfAtom);
  if (!isShown) return undefined;
  return (
    <IconButton label={`Stop and target of ${of}`} onClick={() => ask(of)}>
      <Icon name="settings" size={14} />
    </IconButton>
  );
}

function StopMessage({ stop }: { readonly stop: StopTarget | undefined }): ReactNode {
  if (!stop || stop.message === "") return "-";
  if (!stop.isHit) return stop.message;
  const isStop = stop.message.startsWith("Stop");
  return (
    <span className={styles["hit"]} data-kind={isStop ? "stop" : "target"}>
      <Icon name={isStop ? "warning" : "check"} size={14} /> {stop.message}
    </span>
  );
}
