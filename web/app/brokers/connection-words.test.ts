import { expect, test } from "vitest";
import { addressWords, momentWords, refusalWords } from "./connection-words.ts";

const SIX = Date.UTC(2026, 7, 19, 0, 30);

test("moments are told by the Indian clock", () => {
  expect(momentWords(SIX)).toBe("Wed 19 Aug 06:00 IST");
  expect(momentWords(undefined)).toBe("The broker does not say when");
  expect(refusalWords({ at: SIX, message: "IP is not registered" })).toBe("Wed 19 Aug 06:00 IST: IP is not registered");
});

test("an address is to be registered where orders leave the server", () => {
  expect(addressWords("Zerodha", ["203.0.113.7"], true)).toContain("None has to be registered");
  expect(addressWords("Zerodha", ["203.0.113.7"], false)).toBe("Register with Zerodha: it takes orders from no other");
  expect(addressWords("Zerodha", [], false)).toContain("Ask who runs this server");
  expect(addressWords("Fyers", [], false, true)).toContain("this server's key has its own");
});
