/** The calls of orders: whose connection it is, what the browser sent, and what became of it. */
import { MAX_BATCH } from "#contract/domain/orders/order.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { WriteReply } from "#contract/wire/http/order-bodies.ts";
import {
  basketMargin,
  brokerTab,
  cancelOrder,
  convertPosition,
  exitPosition,
  followOrder,
  missedOrders,
  modifyOrder,
  placeOrders,
  submission as submissionCall,
} from "#contract/wire/http/orders.ts";
import type { Connection } from "../../brokers/connections.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { RunSerially } from "../../platform/serial.ts";
import { type AtBroker, onOpenDay, submissionOf, toSend } from "./at-broker.ts";
import { marginOf } from "./books/basket-margin.ts";
import type { Books } from "./books/books.ts";
import type { Changing } from "./entry/changing.ts";
import type { Exit, Left } from "./entry/exiting.ts";
import type { Listing } from "./entry/listing.ts";
import { orderOf, type Place } from "./entry/placing.ts";
import type { Following } from "./following/following.ts";
import type { IntentRepository } from "./intents/intent-repository.ts";
import { outcomeOf } from "./intents/outcome.ts";
import type { Resolver } from "./intents/resolver.ts";

export interface OrderRoutes {
  readonly atBroker: AtBroker;
  readonly intents: Pick<IntentRepository, "ofKey">;
  readonly resolver: Pick<Resolver, "missed">;
  readonly place: Place;
  readonly changing: Changing;
  readonly exit: Exit;
  readonly following: Pick<Following, "arm" | "disarm">;
  readonly books: Books;
  readonly listing: Listing;
  /** What reads positions before it sends: one after another for each account. Exits take their turn themselves. */
  readonly serially: RunSerially;
}

export const registerOrders =
  ({ atBroker, intents, resolver, place, changing, exit, following, books, listing, serially }: OrderRoutes) =>
  (bind: Bind): void => {
    const onDay = onOpenDay(atBroker, listing);
    const [sending, sendingOnDay] = [toSend(atBroker), toSend(onDay)];
    bind(brokerTab, (asked) =>
      atBroker(asked, (connection) => {
        const tab = asked.params["tab"] ?? "";
        return tab === "orders" && asked.http.req.query("sync") === "true"
          ? books.sync(connection)
          : books.tab(connection, tab);
      }),
    );

    bind(placeOrders, (asked) =>
      sendingOnDay(asked, async (connection) => {
        const { data, orderId = [] } = asked.body;
        const outcomes = await place(connection, submissionOf(asked, asked.body), data);
        return {
          data: { data: outcomes.map((body) => ({ body })), orderId: orderId.slice(0, MAX_BATCH) },
        } satisfies ResponseOf<typeof placeOrders>;
      }),
    );

    bind(basketMargin, (asked) =>
      onDay(asked, (connection) =>
        marginOf(
          connection,
          asked.body.data.map((item) => orderOf(item, listing).order),
        ),
      ),
    );

    bind(modifyOrder, (asked) => {
      const { id, qty, type, limitPrice, stopPrice, discloseQty: disclosedQty } = asked.body.data;
      const change = { qty, type, limitPrice, stopPrice, disclosedQty };
      return sendingOnDay(asked, (connection) =>
        changing.modify(connection, submissionOf(asked, asked.body.data), id, change),
      );
    });

    bind(cancelOrder, (asked) => {
      const { data, editOrder } = asked.body;
      const seen = { ...editOrder, id: data.id };
      return sending(asked, (connection) => changing.cancel(connection, submissionOf(asked, data), seen));
    });

    bind(followOrder, (asked) =>
      atBroker(asked, async (connection) => {
        const { id, follow } = asked.body;
        if (follow) await following.arm(connection, id);
        else await following.disarm(connection.accountId, connection.session.broker, id);
        const message = follow ? "The limit follows the quotes" : "The limit stays where it is";
        return { status: "success", message } satisfies ResponseOf<typeof followOrder>;
      }),
    );

    bind(exitPosition, (asked) => {
      const { body } = asked;
      const positions = "data" in body ? [body.data] : [...body.dataSell, ...body.dataBuy];
      const strategy = "data" in body ? undefined : body.strategy;
      const wish = { positions, strategy, gtts: body.gtts ?? [] };
      return sendingOnDay(asked, async (connection) => ofAll(await exit(connection, submissionOf(asked, body), wish)));
    });

    bind(convertPosition, (asked) => {
      const { data, extras } = asked.body;
      const { symbol, convertQty: qty, convertFrom: from, convertTo: to } = data;
      const request = { symbol, side: extras.side, qty, from, to };
      const run = (connection: Connection) =>
        serially(asked.user.userId, () => changing.convert(connection, submissionOf(asked, data), request));
      return sendingOnDay(asked, run);
    });

    const became = async (accountId: string, key: string): Promise<ResponseOf<typeof submissionCall>> => {
      const found = await intents.ofKey(accountId, key);
      return { data: found.map((intent) => ({ ...named(intent), body: outcomeOf(intent) })) };
    };
    bind(submissionCall, ({ params: { key = "" }, user }) => became(user.userId, key));

    bind(missedOrders, async ({ params: { key = "" }, body, user }) => {
      await resolver.missed(user.userId, key, body.data);
      return became(user.userId, key);
    });
  };

const named = ({
  batch,
  item,
  kind,
}: {
  batch: number;
  item: number;
  kind: ResponseOf<typeof submissionCall>["data"][number]["kind"];
}) => ({
  batch,
  item,
  kind,
});

/** One answer for many: 'ok' where all are done, else the first that is not. */
function ofAll({ positions, gtts }: Left): WriteReply {
  const data = [...positions, ...gtts];
  const [first] = data;
  if (first === undefined) return { s: "error", m: "There is nothing to close", state: "refused" };
  const failed = data.find(({ body }) => body.s !== "ok");
  return { ...(failed ?? first).body, data: [...data] };
}
