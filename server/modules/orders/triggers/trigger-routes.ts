/** The calls of orders that rest at the broker until a price is reached. */
import { deleteGtt, modifyGtt, placeGtt } from "#contract/wire/http/orders.ts";
import type { Bind } from "../../../platform/http/bind.ts";
import { type AtBroker, onOpenDay, submissionOf, toSend } from "../at-broker.ts";
import type { Listing } from "../entry/listing.ts";
import type { Triggers } from "./triggers.ts";

export const registerTriggers =
  (atBroker: AtBroker, listing: Listing, triggers: Triggers) =>
  (bind: Bind): void => {
    const sending = toSend(atBroker);
    const onDay = onOpenDay(sending, listing);
    bind(placeGtt, (asked) => {
      const { data } = asked.body;
      return onDay(asked, (connection) => triggers.place(connection, submissionOf(asked, data), data));
    });

    bind(modifyGtt, (asked) => {
      const { id, ...terms } = asked.body.data;
      return onDay(asked, (connection) => triggers.modify(connection, submissionOf(asked, asked.body.data), id, terms));
    });

    bind(deleteGtt, (asked) => {
      const { data, gtt } = asked.body;
      const seen = { ...gtt, id: data.id };
      return sending(asked, (connection) => triggers.delete(connection, submissionOf(asked, data), seen));
    });
  };
