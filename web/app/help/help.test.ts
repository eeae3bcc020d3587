import { expect, test } from "vitest";
import { compileFormula } from "#contract/domain/formula/compile.ts";
import { FIELDS } from "../../screens/option-chain-new/settings/builder.ts";
import { WRONG } from "./hosts.ts";

test.each(WRONG)("'%s' is an error", (formula) => {
  expect(compileFormula(formula, FIELDS).ok).toBe(false);
});
