/**
 * Brokers and orders. Whatever changes something at a broker carries a key of its press (ORDER_KEY_HEADER); without one each
 * request is a press of its own. A broker's session that is over is answered 403 with one of the specification's two texts.
 */
import { z } from "zod";
import { defineCall } from "./call.ts";
import {
  AttemptBody,
  AttemptReply,
  AuthTokenBody,
  CancelBody,
  ConnectReply,
  ConvertBody,
  DeleteGttBody,
  ExitBody,
  FollowOrderBody,
  Guards,
  MarginBody,
  MarginReply,
  MissedBody,
  ModifyBody,
  ModifyGttBody,
  PlaceBody,
  PlaceGttBody,
  PlaceReply,
  SubmissionReply,
  strategyId,
  TabReply,
  WriteReply,
} from "./order-bodies.ts";
import {
  BASKET_MARGIN_PATH,
  BROKER_ATTEMPT_PATH,
  BROKER_CONNECT_PATH,
  BROKER_LOGOUT_PATH,
  BROKER_SESSION_PATH,
  BROKER_TAB_PATH,
  CANCEL_ORDER_PATH,
  CONVERT_POSITION_PATH,
  DELETE_GTT_PATH,
  EXIT_POSITION_PATH,
  FOLLOW_ORDER_PATH,
  HAND_OVER_PATH,
  MODIFY_GTT_PATH,
  MODIFY_ORDER_PATH,
  ORDER_GUARDS_PATH,
  ORDER_STOP_ALL_PATH,
  ORDER_STOP_PATH,
  ORDER_STOP_STRATEGY_PATH,
  PLACE_GTT_PATH,
  PLACE_ORDERS_PATH,
  SUBMISSION_PATH,
} from "./order-path.ts";

const success = z.object({ status: z.literal("success"), message: z.string() });

export const beginBroker = defineCall({
  method: "post",
  path: BROKER_ATTEMPT_PATH,
  summary: "Begin to connect a broker: keep what was typed, and say where its login page is",
  access: "user",
  body: AttemptBody,
  response: AttemptReply,
  refusals: [404, 429],
});

export const connectBroker = defineCall({
  method: "post",
  path: BROKER_CONNECT_PATH,
  summary: "Connect a broker with what its login page led back with",
  access: "user",
  body: z.strictObject({ authToken: AuthTokenBody }),
  response: ConnectReply,
  refusals: [404, 429],
});

/** The broker's last refusal of an order of today for the address that it came from: when, ms since 1970, in which words. */
const AddressRefusal = z.object({ at: z.number(), message: z.string() });
export type AddressRefusal = z.infer<typeof AddressRefusal>;

export const brokerSession = defineCall({
  method: "get",
  path: BROKER_SESSION_PATH,
  summary: "The broker that the user is connected to; null while there is none",
  access: "user",
  response: z.object({
    data: z
      .object({
        broker: z.string(),
        id: z.string(),
        name: z.string(),
        exp: z.number(),
        isPractice: z.boolean(),
        /** With whose key: the user's own on a machine of theirs or on this server, or this server's. */
        mode: z.enum(["sandbox", "self", "hosted", "vendor"]),
        /** The user has had the broker trial. */
        trial: z.boolean(),
        addressRefusal: AddressRefusal.nullable(),
      })
      .nullable(),
    /** Brokers that can be connected on this server, and which of them are practice. */
    brokers: z.record(z.string(), z.enum(["practice", "real"])),
    /** From which orders leave, as brokers see them: users register them there. Empty where the operator has not told. */
    addresses: z.array(z.string()),
    /** Baskets can be handed over to Kite's own page, or to the practice broker's in its place; null: they cannot. */
    handoff: z.enum(["practice", "real"]).nullable(),
  }),
});

export const logOutOfBroker = defineCall({
  method: "get",
  path: BROKER_LOGOUT_PATH,
  summary: "End the connection to the broker; only by a fetch of our own page",
  access: "user",
  response: success,
  refusals: [403],
});

export const brokerTab = defineCall({
  method: "get",
  path: BROKER_TAB_PATH,
  summary: "Positions, orders, holdings, funds or gtt (orders that wait for a price) as the broker has them now",
  access: "user",
  query: { sync: "true with orders: the traded price of each order by its id, 'r/c' for rejected and cancelled ones" },
  response: TabReply,
  refusals: [403, 404, 503],
});

export const placeOrders = defineCall({
  method: "post",
  path: PLACE_ORDERS_PATH,
  summary:
    "Place up to ten orders. Each is answered for itself; 'unknown' is no failure, and is found out by the server",
  access: "subscriber",
  body: PlaceBody,
  response: PlaceReply,
  refusals: [403, 409],
  isPress: true,
});

export const handOver = defineCall({
  method: "post",
  path: HAND_OVER_PATH,
  summary:
    "The form that hands orders over to Kite's own page: the browser posts it there, and they are confirmed there. Nothing is placed here, and nothing is watched",
  access: "subscriber",
  body: z.strictObject({ data: PlaceBody.shape.data }),
  response: z.object({ data: z.object({ action: z.string(), fields: z.record(z.string(), z.string()) }) }),
  refusals: [403, 503],
});

export const basketMargin = defineCall({
  method: "post",
  path: BASKET_MARGIN_PATH,
  summary: "The broker's own margin for orders that are not sent yet, and what is available",
  access: "subscriber",
  body: MarginBody,
  response: MarginReply,
  refusals: [403, 409, 503],
});

export const modifyOrder = defineCall({
  method: "post",
  path: MODIFY_ORDER_PATH,
  summary: "Change an open order",
  access: "user",
  body: ModifyBody,
  response: WriteReply,
  refusals: [403, 409],
  isPress: true,
});

export const followOrder = defineCall({
  method: "post",
  path: FOLLOW_ORDER_PATH,
  summary: "Let the limit of an open order follow the quotes, in at most five changes, or end that",
  access: "user",
  body: FollowOrderBody,
  response: success,
  refusals: [403, 409, 503],
});

export const cancelOrder = defineCall({
  method: "post",
  path: CANCEL_ORDER_PATH,
  summary: "Cancel an open order: done when the broker's book shows it",
  access: "user",
  body: CancelBody,
  response: WriteReply,
  refusals: [403, 409],
  isPress: true,
});

export const exitPosition = defineCall({
  method: "post",
  path: EXIT_POSITION_PATH,
  summary: "Close positions as they are now, the short ones first, and then delete the GTTs of those that are named",
  access: "user",
  body: ExitBody,
  maxBodyBytes: 256 * 1024,
  response: WriteReply,
  refusals: [403, 409],
  isPress: true,
});

export const convertPosition = defineCall({
  method: "post",
  path: CONVERT_POSITION_PATH,
  summary: "Make an intraday position one on margin, or the other way round",
  access: "user",
  body: ConvertBody,
  response: WriteReply,
  refusals: [403, 409],
  isPress: true,
});

export const placeGtt = defineCall({
  method: "post",
  path: PLACE_GTT_PATH,
  summary: "Have the broker keep an order until a price is reached: one trigger, or two of which one ends the other",
  access: "subscriber",
  body: PlaceGttBody,
  response: WriteReply,
  refusals: [403, 409],
  isPress: true,
});

export const modifyGtt = defineCall({
  method: "post",
  path: MODIFY_GTT_PATH,
  summary: "Change triggers, limits or quantity of an order that rests at the broker",
  access: "user",
  body: ModifyGttBody,
  response: WriteReply,
  refusals: [403, 409],
  isPress: true,
});

export const deleteGtt = defineCall({
  method: "post",
  path: DELETE_GTT_PATH,
  summary: "Take back an order that rests at the broker",
  access: "user",
  body: DeleteGttBody,
  response: WriteReply,
  refusals: [403, 409],
  isPress: true,
});

export const submission = defineCall({
  method: "get",
  path: SUBMISSION_PATH,
  summary: "What became of everything that was asked with a key; nothing where none of it arrived",
  access: "user",
  response: SubmissionReply,
});

export const missedOrders = defineCall({
  method: "post",
  path: SUBMISSION_PATH,
  summary:
    "The user looked, and the broker does not have these orders of a press: those that are not confirmed a minute later are given up by that word",
  access: "user",
  body: MissedBody,
  response: SubmissionReply,
});

export const orderGuards = defineCall({
  method: "get",
  path: ORDER_GUARDS_PATH,
  summary: "The user's own limits, and whose kill switch is thrown",
  access: "user",
  response: z.object({
    data: Guards,
    stopped: z.enum(["own", "operator"]).nullable(),
    /** Ids of strategies whose own switch is thrown. */
    strategies: z.array(z.string()),
    /** A real broker is connected and no limits were ever set: the first order waits for them. */
    isNeeded: z.boolean(),
  }),
});

export const setOrderGuards = defineCall({
  method: "post",
  path: ORDER_GUARDS_PATH,
  summary: "Set the limits: lower ones at once, higher ones with a broker connection that began a moment ago",
  access: "user",
  body: Guards,
  response: success,
  refusals: [403],
});

const stopReply = success.extend({
  /** Pending orders that the book has as cancelled, and those that it has as open still. The message says it, too. */
  cancelled: z.number().int(),
  open: z.number().int(),
  /** Orders that were on their way, and that the book does not show: some may rest or trade later. */
  unconfirmed: z.number().int(),
  /** The broker's book could not be read: nobody knows what is open. */
  isUnread: z.boolean(),
});

export const stopOrders = defineCall({
  method: "post",
  path: ORDER_STOP_PATH,
  summary: "Throw or release the kill switch: no new orders, and pending ones are cancelled; exits still go",
  access: "user",
  body: z.strictObject({ stopped: z.boolean() }),
  response: stopReply,
});

export const stopStrategy = defineCall({
  method: "post",
  path: ORDER_STOP_STRATEGY_PATH,
  summary: "The same for one strategy: its pending orders are cancelled, those that lead out of it stay",
  access: "user",
  body: z.strictObject({ strategy: strategyId, stopped: z.boolean() }),
  response: stopReply,
  refusals: [409],
});

export const stopAllOrders = defineCall({
  method: "post",
  path: ORDER_STOP_ALL_PATH,
  summary: "The same for everybody; what is pending at users' brokers is cancelled after the answer",
  access: "admin",
  body: z.strictObject({ stopped: z.boolean() }),
  response: success,
});
