/** Whose address is whose, and that it is nobody's twice. */
import { beforeEach, expect, test } from "vitest";
import { systemClock } from "../../platform/clocks.ts";
import { accountRow } from "../../testing/brokers/account-row.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createOrderAddresses, freeHeldAddress, heldAddresses, joinFamily } from "./order-addresses.ts";

const FIRST = { local: "10.0.0.7", seen: "203.0.113.7" };
const SECOND = { local: "2001:db8::8", seen: "2001:db8::8" };
const NONE_FREE = /^Every address of this server for orders is another user's/;

onEachDatabase("addresses of orders", (database) => {
  const open = (pool = [FIRST, SECOND]) =>
    createOrderAddresses({ orm: database().orm, pool, modes: { zerodha: "hosted" }, clock: systemClock });
  const account = (): Promise<string> => accountRow(database());
  let [asha, ravi, meera] = ["", "", ""];
  beforeEach(async () => {
    await database().pool.query("delete from order_address; delete from order_family; delete from order_client");
    [asha, ravi, meera] = [await account(), await account(), await account()];
  });

  test("each user is given one and keeps it; with none free the next is refused in words", async () => {
    const addresses = open();
    expect(await addresses.of(asha)).toBeUndefined();
    expect(await addresses.give(asha)).toEqual(FIRST);
    expect(await addresses.give(ravi)).toEqual(SECOND);
    await expect(addresses.give(meera)).rejects.toMatchObject({ code: "forbidden", message: NONE_FREE });
    expect(await addresses.give(asha)).toEqual(FIRST);
    expect(await open().of(ravi)).toEqual(SECOND);
    expect(await addresses.of(meera)).toBeUndefined();
  });

  test("users who come at once get one each, and none gets another's", async () => {
    const all = await Promise.allSettled([asha, ravi, meera, asha].map((id) => open().give(id)));
    const given = all.flatMap((one) => (one.status === "fulfilled" ? [one.value.local] : []));
    expect(new Set(given)).toEqual(new Set([FIRST.local, SECOND.local]));
    const held = await heldAddresses(database().orm);
    expect(new Set(held.map(({ email }) => email)).size).toBe(2);
  });

  test("a machine with one address has one client, and no more", async () => {
    const addresses = open([]);
    expect(await addresses.give(asha)).toEqual({ local: "", seen: "" });
    await expect(addresses.give(ravi)).rejects.toThrow(NONE_FREE);
    // Addresses that are named afterwards are given at the next login.
    expect(await open().of(asha)).toBeUndefined();
    expect(await open().give(asha)).toEqual(FIRST);
  });

  test("a second client of a broker is refused, at another broker it has another name; a family may", async () => {
    const addresses = open();
    await addresses.give(asha);
    await addresses.admit(asha, "zerodha", "AB1234");
    await addresses.admit(asha, "zerodha", "AB1234");
    await addresses.admit(asha, "upstox", "77777");
    await expect(addresses.admit(asha, "zerodha", "CD5678")).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringMatching(/AB1234's at this broker.*log in as AB1234.*family/),
    });
    await joinFamily(database().orm, asha, asha);
    await addresses.admit(asha, "zerodha", "CD5678");
  });

  test("a family shares the holder's address, and gives its own back", async () => {
    const addresses = open();
    expect(await addresses.give(asha)).toEqual(FIRST);
    expect(await addresses.give(ravi)).toEqual(SECOND);
    await joinFamily(database().orm, ravi, asha);
    expect(await addresses.give(ravi)).toEqual(FIRST);
    expect(await addresses.give(meera)).toEqual(SECOND);
  });

  test("the address of a deleted account stays taken until the operator frees it", async () => {
    const addresses = open([FIRST]);
    await addresses.give(asha);
    await addresses.admit(asha, "zerodha", "AB1234");
    expect(await addresses.export(asha)).toEqual({
      address: FIRST.seen,
      givenAt: expect.any(Date),
      clients: [{ broker: "zerodha", brokerUserId: "AB1234" }],
    });
    await database().pool.query("delete from account where id = $1", [asha]);
    await expect(addresses.give(ravi)).rejects.toThrow(NONE_FREE);
    expect(await heldAddresses(database().orm)).toMatchObject([{ address: FIRST.local, email: null }]);
    expect(await freeHeldAddress(database().orm, FIRST.local, new Date())).toBe(true);
    expect(await freeHeldAddress(database().orm, FIRST.local, new Date())).toBe(false);
    expect(await addresses.give(ravi)).toEqual(FIRST);
    expect(await addresses.export(meera)).toBeUndefined();
  });
});
