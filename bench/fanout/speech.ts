/** How a client of each kind of server comes in, joins its rooms, and knows a tick when it hears one. */
import { ACK, CONNECT, decodePackets, Encoder, EVENT, encodeAck } from "#contract/wire/live-parser.ts";
import { LIVE_PATH, OI_PRICE_LIVE, OPTION_LIVE, STOCK_PATH } from "#contract/wire/socket-events.ts";
import type { Group } from "./protocol.ts";
import { WebSocketClient } from "./web-socket-client.ts";

/** Told what a client hears; `bytes` is a frame of the product's, where that is what was heard. */
export interface Ear {
  /** It is in all its namespaces and rooms. */
  joined(): void;
  event(name: string, bytes: Uint8Array | undefined): void;
}

/** Every client is a user of its own: a session has few connections. */
let clients = 0;
const nextTicket = (): string => `client ${clients++}`;
const ENGINE = "?EIO=4&transport=websocket";

export function openClient(group: Group, ear: Ear): Promise<WebSocketClient> {
  if (group.speech === "bare") return openBare(group, ear);
  return group.speech === "live" ? openLive(group, ear) : openStock(group, ear);
}

function openBare({ port, rooms }: Group, ear: Ear): Promise<WebSocketClient> {
  const query = rooms.map((room) => `room=${encodeURIComponent(room)}`).join("&");
  return WebSocketClient.open(port, `/?${query}`, () => {
    const { joined, event } = ear;
    setImmediate(joined);
    return () => event("", undefined);
  });
}

/** Text packets: the engine's type, Socket.IO's, and the rest. */
function openStock({ port, namespaces, rooms }: Group, ear: Ear): Promise<WebSocketClient> {
  return WebSocketClient.open(port, `${STOCK_PATH}/${ENGINE}`, (client) => {
    const { joined, event } = ear;
    const ticket = nextTicket();
    let missing = namespaces.length;
    return (payload, isText) => {
      // An attachment: the packet that announced it was not counted.
      if (!isText) return event("", undefined);
      const head = payload.subarray(0, 2).toString("latin1");
      if (head === "42") return event("", undefined);
      if (head[0] === "2") return client.send("3");
      if (head[0] === "0") for (const name of namespaces) client.send(`40${name},${JSON.stringify({ token: ticket })}`);
      if (head === "44") throw new Error(`refused: ${payload.toString()}`);
      if (head !== "40" || --missing > 0) return;
      for (const room of rooms) client.send(`42${namespaces[0]},${JSON.stringify(["joinRoom", room])}`);
      setTimeout(joined, 0);
    };
  });
}

function openLive({ port, namespaces, rooms }: Group, ear: Ear): Promise<WebSocketClient> {
  const encoder = new Encoder();
  const ticket = nextTicket();
  return WebSocketClient.open(port, `${LIVE_PATH}/${ENGINE}`, (client) => {
    const say = (type: number, nsp: string, data: unknown, id?: number): void =>
      client.send(encoder.encode({ type, nsp, data, ...(id !== undefined && { id }) })[0] as Uint8Array);
    const { joined, event } = ear;
    // Minutes are joined like ticks, where the group wants them.
    const joins = namespaces.filter((name) => name === OPTION_LIVE || name === OI_PRICE_LIVE);
    let [connecting, joining] = [namespaces.length, joins.length * rooms.length];
    const text = (head: number): void => {
      if (head === 0x32) client.send("3");
      if (head === 0x30) for (const name of namespaces) say(CONNECT, name, { token: ticket });
    };
    return (payload, isText) => {
      if (isText) return text(payload[0]);
      for (const { type, data, id } of decodePackets(payload)) {
        if (type === CONNECT && --connecting === 0) {
          for (const name of joins) for (const room of rooms) say(EVENT, name, ["joinRoom", room], 1);
          if (rooms.length === 0) joined();
        } else if (type === ACK && id !== undefined && --joining === 0) joined();
        else if (type === EVENT) heard(data as readonly unknown[], event, (turn) => client.send(encodeAck(turn)));
        else if (type !== CONNECT && type !== ACK) throw new Error(`refused: ${JSON.stringify(data)}`);
      }
    };
  });
}

function heard([name, argument]: readonly unknown[], event: Ear["event"], ack: (turn: number) => void): void {
  if (name === "turn") ack(Number(argument));
  else event(String(name), argument instanceof Uint8Array ? argument : undefined);
}
