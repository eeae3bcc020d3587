import { expect, it } from "vitest";
import { ownLineId } from "./line-formula.ts";
import { type OwnFormula, withFormulas } from "./own-formulas.ts";

it("the user's own lines stand behind the screen's, each once", () => {
  const formula = (name: string, text: string): OwnFormula => ({ name, formula: text, chart: "upper", scale: "y" });
  const main = { id: "main", label: "Straddle", isOff: false };
  const own = { id: ownLineId("[main] * 2"), label: "Twice" };
  const formulas = [formula("Twice", "[main] * 2"), formula("Half", "[main] / 2")];
  const half = { id: ownLineId("[main] / 2"), label: "Half" };
  expect(withFormulas([main], formulas)).toEqual([main, own, half]);
  expect(withFormulas([main, own], formulas)).toEqual([main, own, half]);
});
