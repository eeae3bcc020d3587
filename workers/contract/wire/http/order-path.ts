/** Paths of brokers and orders. Apart from the others: the first screen needs none of them. */

export const BROKER_LOGOUT_PATH = "users/broker-logout";
/** The user's connection, as the server knows it. */
export const BROKER_SESSION_PATH = "users/broker";
/** GET on the same path is a page of the browser app: brokers' login pages lead back to it. */
export const BROKER_CONNECT_PATH = "broker/{broker}";
/** Begins to connect: what was typed goes to the server, and the browser on to the broker. */
export const BROKER_ATTEMPT_PATH = "broker/{broker}/attempt";
export const BROKER_TAB_PATH = "broker/{broker}/get_{tab}";
export const PLACE_ORDERS_PATH = "broker/{broker}/place_multi_order";
export const MODIFY_ORDER_PATH = "broker/{broker}/modify_order";
export const CANCEL_ORDER_PATH = "broker/{broker}/cancel_order";
export const EXIT_POSITION_PATH = "broker/{broker}/exit_position";
/** Lets the limit of an open order follow the quotes, or ends that. */
export const FOLLOW_ORDER_PATH = "broker/{broker}/follow_order";
export const CONVERT_POSITION_PATH = "broker/{broker}/convert_position";
/** What the broker asks for orders that are not sent yet. */
export const BASKET_MARGIN_PATH = "broker/{broker}/basket_margin";
/** Orders that rest at the broker until a price is reached; GET of the tab 'gtt' has them. */
export const PLACE_GTT_PATH = "broker/{broker}/place_gtt";
export const MODIFY_GTT_PATH = "broker/{broker}/modify_gtt";
export const DELETE_GTT_PATH = "broker/{broker}/delete_gtt";
/** What became of a press of a button, by the key that it was sent with. */
export const SUBMISSION_PATH = "orders/submissions/{key}";
export const ORDER_GUARDS_PATH = "orders/guards";
/** The user's own kill switch, and the operator's for everybody. */
export const ORDER_STOP_PATH = "orders/stop";
/** One strategy's. */
export const ORDER_STOP_STRATEGY_PATH = "orders/stop-strategy";
export const ORDER_STOP_ALL_PATH = "orders/stop-all";
/** Drafts that came by a user's secret addresses, and the addresses. */
export const ORDER_DRAFTS_PATH = "orders/drafts";
export const ORDER_DRAFT_PATH = "orders/drafts/{draft}";
export const ORDER_HOOKS_PATH = "orders/hooks";
export const ORDER_HOOK_PATH = "orders/hooks/{hook}";
/** What others post to; the token is the secret. */
export const HOOK_PATH = "hooks/{token}";
/** Hands a basket over to a broker's own page. */
export const HAND_OVER_PATH = "orders/hand-over";
/** Stops and targets of strategies that act. */
export const STRATEGY_WATCHES_PATH = "orders/strategy-watches";
export const STRATEGY_WATCH_PATH = "orders/watch-strategy";
