import { expect, test } from "vitest";
import { BROKER_MODES } from "../platform/env/brokers.ts";
import { mayRulesAct, modeOf, needsOwnAddress } from "./modes.ts";
import { factsOf } from "./profiles.ts";

const real = { facts: factsOf("zerodha", false) };
const practice = { facts: factsOf("zerodha", true) };

test.each([
  ["sandbox", false, true],
  ["self", true, true],
  ["hosted", false, true],
  ["vendor", false, false],
  ["handoff", false, true],
] as const)("%s: rules act %s, an address of one's own is needed %s", (mode, acts, needs) => {
  const modes = { zerodha: mode };
  expect(mayRulesAct(real, modes)).toBe(acts);
  expect(needsOwnAddress(real, modes)).toBe(needs);
  // Practice is practice whatever stands beside it.
  expect([mayRulesAct(practice, modes), needsOwnAddress(practice, modes)]).toEqual([true, false]);
});

test("a real broker of which nothing is said lets nothing act", () => {
  expect(modeOf(real, {})).toBe("hosted");
  expect(mayRulesAct(real, {})).toBe(false);
  expect(BROKER_MODES).toHaveLength(5);
});
