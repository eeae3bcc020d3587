/** The brokers that have an adapter: how it is made, the practice broker's face for it, and where the broker itself is. */
import type { AdapterOptions } from "./adapter.ts";
import { createAliceBlue } from "./aliceblue/adapter.ts";
import { aliceSocket } from "./aliceblue/socket.ts";
import { createAngelOne } from "./angelone/adapter.ts";
import { angelSocket } from "./angelone/socket.ts";
import { createDhan } from "./dhan/adapter.ts";
import { dhanSocket } from "./dhan/socket.ts";
import { createFivepaisa } from "./fivepaisa/adapter.ts";
import { createFyers } from "./fyers/adapter.ts";
import { fyersSocket } from "./fyers/socket.ts";
import { createKite } from "./kite/adapter.ts";
import { kiteSocket } from "./kite/socket.ts";
import { createNoren } from "./noren/adapter.ts";
import { FLATTRADE, SHOONYA } from "./noren/dialect.ts";
import { norenSocket } from "./noren/socket.ts";
import type { SocketOf } from "./order-stream.ts";
import type { BrokerPort } from "./port.ts";
import type { ProfileId } from "./profiles.ts";
import { ALICEBLUE } from "./sandbox/faces/aliceblue/face.ts";
import { ANGELONE } from "./sandbox/faces/angelone/face.ts";
import { DHAN } from "./sandbox/faces/dhan/face.ts";
import type { FaceKind } from "./sandbox/faces/face.ts";
import { FIVEPAISA } from "./sandbox/faces/fivepaisa/face.ts";
import { FYERS } from "./sandbox/faces/fyers/face.ts";
import { KITE } from "./sandbox/faces/kite/face.ts";
import { FLATTRADE_FACE, SHOONYA_FACE } from "./sandbox/faces/noren/face.ts";
import { UPSTOX } from "./sandbox/faces/upstox/face.ts";
import { XTS } from "./sandbox/faces/xts/face.ts";
import { createUpstox } from "./upstox/adapter.ts";
import { upstoxSocket } from "./upstox/socket.ts";
import { createXts } from "./xts/adapter.ts";
import { xtsSocket } from "./xts/socket.ts";

export interface Adapted {
  readonly open: (options: AdapterOptions) => BrokerPort;
  readonly face: FaceKind;
  /** The broker's own addresses. */
  readonly api: string;
  readonly lists?: string;
  readonly orders?: string;
  readonly tokens?: string;
  /** Left out where there is none for orders: changes are seen by asking. */
  readonly socket?: SocketOf;
}

const KITE_LOGIN = "https://kite.zerodha.com";

/** By the id of the broker's row. */
export const ADAPTED: Readonly<Record<ProfileId, Adapted>> = {
  zerodha: {
    open: (options) => createKite({ ...options, login: KITE_LOGIN }),
    face: KITE,
    api: "https://api.kite.trade",
    socket: kiteSocket("wss://ws.kite.trade"),
  },
  fyers: {
    open: createFyers,
    face: FYERS,
    api: "https://api-t1.fyers.in",
    lists: "https://public.fyers.in",
    socket: fyersSocket("wss://socket.fyers.in"),
  },
  upstox: {
    open: createUpstox,
    face: UPSTOX,
    api: "https://api.upstox.com",
    lists: "https://assets.upstox.com",
    orders: "https://api-hft.upstox.com",
    socket: upstoxSocket("wss://api.upstox.com"),
  },
  dhan: {
    open: createDhan,
    face: DHAN,
    api: "https://api.dhan.co",
    lists: "https://images.dhan.co",
    tokens: "https://auth.dhan.co",
    socket: dhanSocket("wss://api-order-update.dhan.co"),
  },
  angelone: {
    open: createAngelOne,
    face: ANGELONE,
    api: "https://apiconnect.angelone.in",
    lists: "https://margincalculator.angelbroking.com",
    socket: angelSocket("wss://tns.angelone.in"),
  },
  aliceblue: {
    open: createAliceBlue,
    face: ALICEBLUE,
    api: "https://a3.aliceblueonline.com",
    lists: "https://v2api.aliceblueonline.com",
    tokens: "https://ant.aliceblueonline.com",
    socket: aliceSocket("wss://a3.aliceblueonline.com"),
  },
  // A second socket ends the first: 5paisa is asked.
  fivepaisa: {
    open: createFivepaisa,
    face: FIVEPAISA,
    api: "https://Openapi.5paisa.com",
  },
  shoonya: {
    open: (options) => createNoren(SHOONYA, options),
    face: SHOONYA_FACE,
    api: "https://api.shoonya.com",
    socket: norenSocket("wss://api.shoonya.com/NorenWSAPI/"),
  },
  flattrade: {
    open: (options) => createNoren(FLATTRADE, options),
    face: FLATTRADE_FACE,
    api: "https://piconnect.flattrade.in",
    lists: "https://flattrade.s3.ap-south-1.amazonaws.com",
    tokens: "https://authapi.flattrade.in",
    socket: norenSocket("wss://piconnect.flattrade.in/PiConnectWSAPI/"),
  },
  iifl: {
    open: (options) => createXts("iifl", options),
    face: XTS,
    api: "https://ttblaze.iifl.com",
    socket: xtsSocket("wss://ttblaze.iifl.com"),
  },
  jainam: {
    open: (options) => createXts("jainam", options),
    face: XTS,
    api: "https://jtrade.jainam.in:5000",
    socket: xtsSocket("wss://jtrade.jainam.in:5000"),
  },
};

export const isAdapted = (id: string): id is ProfileId => Object.hasOwn(ADAPTED, id);

export const FACES: readonly FaceKind[] = [...new Set(Object.values(ADAPTED).map(({ face }) => face))];
