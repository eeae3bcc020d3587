import { expect, test } from "vitest";
import { forwardedAddress, networkOf } from "./client-facts.ts";

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["2001:db8::1:0:0:1", "2001:db8:0:0::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:cb00:7109", "203.0.113.9"],
  ["203.0.113.9", "203.0.113.9"],
  ["unknown", "unknown"],
])("limits count %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["10.0.0.1, 203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:51234", "203.0.113.9"],
  ["[2001:db8::1]:51234", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  [["10.0.0.1", "203.0.113.9"], "203.0.113.9"],
  ["", undefined],
  [undefined, undefined],
])("a proxy that writes %s speaks for %s", (header, address) => {
  expect(forwardedAddress(header)).toBe(address);
});
