import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { isOfPosition, opensAnew } from "#contract/domain/orders/gtt.ts";
import { STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { BookOrderBody, GttBody, PositionBody, TabReply } from "#contract/wire/http/order-bodies.ts";
import { Button } from "../../components/controls/Button.tsx";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { type Tab, TabPanel, Tabs } from "../../components/controls/Tabs.tsx";
import { usePrices } from "../../components/last-prices/use-prices.ts";
import { lazyPart } from "../../components/lazy-part.ts";
import { Icon } from "../../components/more-icons.tsx";
import type { TicketSource } from "../../components/orders/ticket-source.ts";
import { useGuards } from "../../components/orders/use-guards.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { paneDayAtom } from "../../state/clock/day.ts";
import { navigationAtom } from "../../state/navigation.ts";
import { openBasketAtom } from "../../state/orders/basket/basket-atom.ts";
import type { BookTab } from "../../state/orders/calls.ts";
import { expiresAtom, isLoggedIn } from "../../state/session.ts";
import { BrokerMark } from "../brokers/BrokerMark.tsx";
import { BROKER_LOGIN } from "../routing/paths.ts";
import { Ages } from "./Ages.tsx";
import { ExitDialog } from "./changes/ExitDialog.tsx";
import { isHeld } from "./changes/exit-choice.ts";
import { useFollow } from "./changes/use-follow.ts";
import styles from "./dashboard.module.css";
import { FirstReading } from "./FirstReading.tsx";
import { Foot } from "./Foot.tsx";
import { GuardControls } from "./guards/GuardControls.tsx";
import { StoppedStrategies } from "./guards/StoppedStrategies.tsx";
import { Sums } from "./Sums.tsx";
import { cancelled } from "./tables/book-words.ts";
import { Gtts } from "./tables/Gtts.tsx";
import { Funds, Holdings } from "./tables/Holdings.tsx";
import { Orders } from "./tables/Orders.tsx";
import { Positions, priceNameAtom } from "./tables/Positions.tsx";
import { rowOf, totalsOf } from "./tables/position-rows.ts";
import { type Book, useBook } from "./use-book.ts";

const Ticket = lazyPart(() => import("../../components/orders/Ticket.tsx"), "Ticket");
const TradeDesk = lazyPart(() => import("../shell/TradeDesk.tsx"), "TradeDesk");

type View = "positions" | "orders" | "gtt" | "all" | "holdings" | "funds";
/** @param last what was read of each book: how many rows a tab has stands behind its name */
function tabsOf({ positions, orders, gtt }: Book["last"]): readonly Tab<View>[] {
  const counted = (name: string, rows: readonly unknown[] | undefined): ReactNode =>
    rows && rows.length > 0 ? (
      <>
        {name} <span className={styles["tally"]}>{rows.length}</span>
      </>
    ) : (
      name
    );
  const isLeft = gtt?.gtts?.some((one) => isLeftover(one, positions?.netPositions ?? NONE));
  return [
    { value: "positions", label: counted("Positions", positions?.netPositions?.filter(isHeld)) },
    { value: "orders", label: counted("Orders", orders?.orderBook) },
    {
      value: "gtt",
      label: (
        <>
          {counted("GTT", gtt?.gtts?.filter(isActive))}
          {isLeft ? <em className={styles["leftover"]}> no position</em> : undefined}
        </>
      ),
    },
    { value: "all", label: "All Positions" },
    { value: "holdings", label: "Holdings" },
    { value: "funds", label: "Funds" },
  ];
}
const bookOf = (view: View): BookTab => (view === "all" ? "positions" : view);

/** What the user has at the connected broker. It stands on the live market, whatever the board looks at. */
export function DashboardPage(): ReactNode {
  const broker = useAtomValue(connectedBrokerAtom);
  const session = useAtomValue(brokerSessionAtom);
  const navigation = useAtomValue(navigationAtom);
  const isIn = isLoggedIn(useAtomValue(expiresAtom)); // who logs out is on the way to /login
  useEffect(() => {
    if (!broker && isIn) void navigation?.go(BROKER_LOGIN, { replace: true });
  }, [broker, isIn, navigation]);
  return (
    <>
      {broker ? <Dashboard key={`${broker.id} ${session?.id}`} broker={broker} /> : undefined}
      {/* The shell has one on screens of the market alone. Without a broker it says that the session has ended. */}
      <Suspense>
        <TradeDesk />
      </Suspense>
    </>
  );
}

function Dashboard({ broker }: { readonly broker: Broker }): ReactNode {
  const session = useAtomValue(brokerSessionAtom);
  const [view, setView] = useState<View>("positions");
  const [isExiting, setIsExiting] = useState(false);
  const [editing, setEditing] = useState<BookOrderBody | GttBody>();
  const book = useBook(bookOf(view), broker.gtt !== undefined);
  const guards = useGuards();
  const openBasket = useSetAtom(openBasketAtom);
  const { reply } = book;
  const positions = reply?.netPositions ?? NONE;
  const gtts = book.last.gtt?.gtts ?? NO_GTTS;
  const hasPrices = view === "positions" || view === "all";
  const priced = hasPrices ? positions : (reply?.gtts ?? NONE);
  const priceNameOf = useAtomValue(priceNameAtom);
  const names = useMemo(
    () => [...new Set(priced.map(priceNameOf).filter((name) => name !== undefined))].sort(),
    [priced, priceNameOf],
  );
  const prices = usePrices(names);
  const tellsRealized = broker.tellsRealized === true;
  const sums =
    hasPrices && reply
      ? totalsOf(positions.map((one) => rowOf(one, (position) => prices.of(priceNameOf(position)), tellsRealized)))
      : undefined;
  const { refresh } = book;
  // The page renders with each reading, and the ticket's answer counts its time by what closes it.
  const closeTicket = useCallback(() => {
    setEditing(undefined);
    refresh();
  }, [refresh]);
  /** Another book is read as it opens; two views of one book have it read for each. */
  function choose(next: View): void {
    setView(next);
    if (bookOf(next) === bookOf(view)) book.refresh();
  }
  const isPast = useAtomValue(paneDayAtom) !== undefined;
  const isPractice = reply?.isPractice ?? session?.isPractice === true;
  return (
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        <h1>Broker Dashboard</h1>
        <span className={styles["broker"]}>
          <BrokerMark broker={broker} size={20} />
          {broker.name}
          {isPractice ? <em>Practice</em> : undefined}
        </span>
        <p>{`Hi, ${session?.name ?? ""} ( ${session?.id ?? ""} )`}</p>
        {isPast ? <p className={styles["live"]}>Live, though the board looks at a past day</p> : undefined}
        {sums ? <Sums totals={sums} /> : undefined}
        <span className={styles["guards"]}>
          <Button size="header" onClick={() => openBasket()}>
            Basket
          </Button>
          {guards ? <GuardControls guards={guards} isPractice={isPractice} onDone={book.refresh} /> : undefined}
        </span>
      </header>
      <Tabs label="Broker's books" id="book" tabs={tabsOf(book.last)} value={view} onChange={choose} hasPanel>
        <Ages readAt={book.readAt} pricesAt={names.length > 0 ? prices.at : undefined} />
        <IconButton
          label="Refresh"
          className={styles["refresh"]}
          data-turning={book.isReading || undefined}
          onClick={book.refresh}
        >
          <Icon name="refresh" />
        </IconButton>
        {view === "positions" ? (
          <Button
            kind="danger"
            size="header"
            disabled={!positions.some(isHeld)}
            {...(!positions.some(isHeld) && { title: "There is no open position" })}
            onClick={() => setIsExiting(true)}
          >
            Close All Positions
          </Button>
        ) : undefined}
      </Tabs>
      {/* Below the tabs: what is pressed in a hurry stays where it is, clear of toasts. */}
      {guards && guards.stopped !== null ? (
        <p className={styles["stopped"]} role="status">
          {STOPPED_WORDS[guards.stopped]}
        </p>
      ) : undefined}
      {guards && guards.strategies.length > 0 ? <StoppedStrategies strategies={guards.strategies} /> : undefined}
      <TabPanel key={view} id="book" value={view} className={styles["panel"]}>
        {reply === undefined ? (
          <FirstReading broker={broker.name} onRetry={book.refresh} />
        ) : (
          <Panel
            {...{ view, reply, book, broker, prices }}
            isStopped={guards !== undefined && guards.stopped !== null}
            stopped={guards?.strategies ?? NO_STRATEGIES}
            onEdit={setEditing}
          />
        )}
      </TabPanel>
      <Foot funds={book.last.funds?.fundLimit} isPractice={isPractice} />
      {isExiting ? (
        <ExitDialog {...{ positions, gtts }} onClose={() => setIsExiting(false)} onDone={book.refresh} />
      ) : undefined}
      {editing === undefined ? undefined : <EditTicket order={editing} onClose={closeTicket} />}
    </div>
  );
}

const NONE: NonNullable<TabReply["netPositions"]> = [];
const NO_GTTS: readonly GttBody[] = [];
const isActive = ({ status }: GttBody): boolean => status === "active";
/** What it guarded is closed. One that waits on a contract that was not held may be meant to open a position. */
const isLeftover = (gtt: GttBody, positions: readonly PositionBody[]): boolean =>
  opensAnew(gtt, positions) && positions.some((position) => isOfPosition(gtt, position));
const NO_STRATEGIES: readonly string[] = [];

interface PanelProps {
  readonly view: View;
  readonly reply: TabReply;
  readonly book: Book;
  readonly broker: Broker;
  readonly prices: ReturnType<typeof usePrices>;
  /** No new orders go at all. */
  readonly isStopped: boolean;
  /** Strategies of which no new orders go. */
  readonly stopped: readonly string[];
  readonly onEdit: (order: BookOrderBody | GttBody) => void;
}

function Panel({ view, reply, book, broker, prices, isStopped, stopped, onEdit }: PanelProps): ReactNode {
  const { netPositions = [], byStrategy = [], orderBook = [], follows, holdings = [], overall, fundLimit = [] } = reply;
  const { refresh, patch } = book;
  const onCancelled = useCallback(
    ({ id }: BookOrderBody) => {
      patch((before) => ({
        ...before,
        orderBook: before.orderBook?.map((order) => (order.id === id ? cancelled(order) : order)),
      }));
      refresh();
    },
    [patch, refresh],
  );
  const onFollow = useFollow(refresh);
  switch (view) {
    case "orders":
      return <Orders {...{ orders: orderBook, follows, onEdit, onCancelled, onFollow }} />;
    case "gtt":
      return (
        <Gtts
          {...{ gtts: reply.gtts, broker: broker.name, prices, isStopped, onEdit }}
          positions={book.last.positions?.netPositions}
          onDone={refresh}
        />
      );
    case "holdings":
      return <Holdings holdings={holdings} totalPl={overall?.total_pl ?? Number.NaN} />;
    case "funds":
      return <Funds lines={fundLimit} />;
    default:
      return (
        <Positions
          positions={netPositions}
          parts={byStrategy}
          gtts={book.last.gtt?.gtts ?? NO_GTTS}
          prices={prices}
          stopped={stopped}
          isAll={view === "all"}
          tellsRealized={broker.tellsRealized === true}
          hidesConvert={broker.hidesConvert === true}
          onDone={refresh}
        />
      );
  }
}

/** The ticket of a pending order, or of one that waits for a price; none for what today does not list. */
function EditTicket({
  order,
  onClose,
}: {
  readonly order: BookOrderBody | GttBody;
  readonly onClose: () => void;
}): ReactNode {
  const source = useMemo((): TicketSource | undefined => {
    const { contract } = order;
    if (!contract) return undefined;
    const { exchange, underlying: symbol, strike, type } = contract;
    const subject = { exchange, symbol, expiry: isoDate(contract.expiry), strike, type };
    return "legs" in order
      ? { kind: "new", contract: subject, side: order.side, gtt: order }
      : { kind: "edit", order, contract: subject };
  }, [order]);
  return <Suspense>{source ? <Ticket source={source} onClose={onClose} /> : undefined}</Suspense>;
}
