/**
 * By which address of this machine a user's requests leave. Brokers take orders from one registered address a client, so that no
 * request of one user may leave by another's: the address belongs to the session, and holds for all that its call asks.
 *
 *     const port = leavingByOwn(open({ outbound: createOutbound({ origins, from: addressOfCall }), ... }));
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer } from "node:net";
import type { EgressAddress } from "../platform/env/brokers.ts";
import { OutboundError } from "../platform/outbound.ts";
import { StartError } from "../platform/start-error.ts";
import type { Attempt, BrokerPort, BrokerSession } from "./port.ts";

type Owner = Pick<BrokerSession | Attempt, "broker" | "egress">;

const calls = new AsyncLocalStorage<Owner>();

/** Of the call that asks now. @throws OutboundError where nobody's call does: then nothing may leave. */
export function addressOfCall(): string | undefined {
  const owner = calls.getStore();
  if (owner === undefined) throw new OutboundError("nobody is known for whom this would be asked", { isUnsent: true });
  return owner.egress;
}

/** The same port, and the ports within it; each call holds the address of the session, or of the attempt, that it is given. */
export const leavingByOwn = <Port extends object = BrokerPort>(port: Port): Port =>
  new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (isPort(member)) return leavingByOwn(member);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]): unknown => {
        const owner = args.find(isOwner);
        if (owner === undefined) return Reflect.apply(member, target, args);
        const result: unknown = calls.run(owner, () => Reflect.apply(member, target, args));
        return isIterable(result) ? within(owner, result) : result;
      };
    },
  });

/** What is read piece by piece asks at each piece. */
async function* within<Value>(owner: Owner, values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]();
  const next = () => calls.run(owner, () => iterator.next());
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    await calls.run(owner, async () => iterator.return?.());
  }
}

/** Calls that stand together, as those of a kind of order that not every broker keeps. */
const isPort = (member: unknown): member is object =>
  typeof member === "object" && member !== null && Object.values(member).some((one) => typeof one === "function");

/** Of all that ports are given, sessions and attempts alone name their broker. */
const isOwner = (arg: unknown): arg is Owner => typeof arg === "object" && arg !== null && "broker" in arg;

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** @throws StartError for an address that this machine does not have: the orders of its user could not leave. */
export async function checkEgress(addresses: readonly EgressAddress[]): Promise<void> {
  for (const { local } of addresses) {
    const server = createServer().listen({ host: local, port: 0 });
    try {
      await once(server, "listening");
    } catch (cause) {
      throw new StartError(`BROKER_EGRESS: ${local} is no address of this machine`, { cause });
    } finally {
      server.close();
    }
  }
}
