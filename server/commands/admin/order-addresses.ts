/** `addresses`, `family` and `free-address` of the admin command: by which address of the server whose orders leave. */
import { freeHeldAddress, heldAddresses, joinFamily, OWN_ADDRESS } from "../../modules/brokers/order-addresses.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Env } from "../../platform/env/env.ts";
import { StartError } from "../../platform/start-error.ts";

/** The machine's own has no name of its own. */
const OWN = "own";
const nameOf = (address: string): string => (address === OWN_ADDRESS.local ? OWN : address);

/** Each that is named or given: as this machine has it, as brokers see it, whose it is. */
export async function listAddresses({ orm }: Database, env: Env): Promise<void> {
  const { egress } = env.brokers;
  const pool = egress.length === 0 ? [OWN_ADDRESS] : egress;
  const held = await heldAddresses(orm);
  for (const { local, seen } of pool) {
    const holder = held.find(({ address }) => address === local);
    const whose = holder === undefined ? "free" : (holder.email ?? "a deleted account's");
    console.log([nameOf(local), seen, whose].join("\t"));
  }
  for (const { address, email } of held.filter((one) => !pool.some(({ local }) => local === one.address))) {
    console.log([nameOf(address), "no longer named", email ?? "a deleted account's"].join("\t"));
  }
}

/** @throws StartError where it was nobody's. */
export async function freeAddress({ orm }: Database, name: string, at: Date): Promise<void> {
  const address = name === OWN ? OWN_ADDRESS.local : name;
  if (!(await freeHeldAddress(orm, address, at))) throw new StartError(`${name} is nobody's address.`);
  console.log(`${name} is free. Orders of its user leave no more before a new login.`);
}

/** @param member whose orders leave by the holder's address from now on. */
export async function markFamily(
  { orm }: Database,
  member: { readonly id: string; readonly email: string },
  holder: { readonly id: string; readonly email: string },
): Promise<void> {
  await joinFamily(orm, member.id, holder.id);
  console.log(
    member.id === holder.id
      ? `${member.email} trades for a family: several clients of a broker may use the address.`
      : `${member.email} is of the family of ${holder.email}, and uses that address.`,
  );
}
