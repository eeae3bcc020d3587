/** A bus between the parts of one process, which a test can break: messages are lost while it is away. */
import type { Bus } from "../../platform/bus/bus.ts";

export interface LocalHub {
  /** Another process, as it were. */
  connect(): Bus;
  /** Every message so far: channel and bytes. */
  readonly sent: { readonly channel: string; readonly message: Uint8Array }[];
  /** Messages for which this is false are lost without anybody being told. */
  passes: (channel: string, message: Uint8Array) => boolean;
  /** Takes the bus away, and brings it back. */
  isAway: boolean;
}

interface Connection {
  readonly listeners: Map<string, (message: Uint8Array) => void>;
  readonly restored: Set<(downSince: number) => void>;
}

export function createLocalHub(): LocalHub {
  const connections = new Set<Connection>();
  const sent: { channel: string; message: Uint8Array }[] = [];
  let isAway = false;
  let downSince = 0;

  const hub: LocalHub = {
    sent,
    passes: () => true,
    get isAway() {
      return isAway;
    },
    set isAway(value) {
      if (value && !isAway) downSince = performance.now();
      const isBack = isAway && !value;
      isAway = value;
      if (isBack) for (const { restored } of connections) for (const listener of [...restored]) listener(downSince);
    },
    connect() {
      const connection: Connection = { listeners: new Map(), restored: new Set() };
      connections.add(connection);
      let lost = 0;
      return {
        publish(channel, message) {
          if (isAway) {
            lost++;
            return;
          }
          const bytes = Uint8Array.from(message);
          sent.push({ channel, message: bytes });
          if (!hub.passes(channel, bytes)) return;
          setImmediate(() => {
            for (const { listeners } of connections) listeners.get(channel)?.(Uint8Array.from(bytes));
          });
        },
        async subscribe(channel, listener) {
          connection.listeners.set(channel, listener);
          return () => {
            if (connection.listeners.get(channel) === listener) connection.listeners.delete(channel);
          };
        },
        async listeners(channels) {
          if (isAway) throw new Error("the bus is away");
          return channels.map((name) => [...connections].filter(({ listeners }) => listeners.has(name)).length);
        },
        get lost() {
          return lost;
        },
        onRestored(listener) {
          connection.restored.add(listener);
          return () => connection.restored.delete(listener);
        },
        get fault() {
          return isAway ? "away" : undefined;
        },
        async close() {
          connections.delete(connection);
        },
      };
    },
  };
  return hub;
}
