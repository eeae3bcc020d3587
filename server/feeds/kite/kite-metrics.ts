/** What the operator can count of the ticker. */
import { Counter, type Registry } from "prom-client";
import { MESSAGE_FAULTS } from "./packets.ts";

export interface KiteMetrics {
  /** Messages and packets that could not be used. */
  readonly faults: Counter<"kind">;
  readonly texts: Counter<"kind">;
  readonly reconnects: Counter;
}

export function createKiteMetrics(registry: Registry): KiteMetrics {
  const registers = [registry];
  const faults = new Counter({
    name: "kite_faults_total",
    help: "Ticker messages and packets that could not be used, by what was wrong",
    labelNames: ["kind"],
    registers,
  });
  for (const kind of [...MESSAGE_FAULTS, "unknown-token", "text"]) faults.inc({ kind }, 0);
  return {
    faults,
    texts: new Counter({
      name: "kite_text_frames_total",
      help: "Text frames of the ticker, by kind",
      labelNames: ["kind"],
      registers,
    }),
    reconnects: new Counter({ name: "kite_reconnects_total", help: "Connections lost or not made", registers }),
  };
}
