import type { ScreenFacts } from "../../screen-facts.ts";

export const screen: ScreenFacts = {
  id: "two-chains",
  title: "Two Chains",
  route: "/two-chains",
  access: "subscriber",
};
