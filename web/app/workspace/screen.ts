import type { ScreenFacts } from "../routing/screen-facts.ts";

export const screen: ScreenFacts = {
  id: "workspace",
  title: "Workspace",
  route: "/workspace",
  access: "subscriber",
  menu: { group: "Workspace", label: "Workspace", order: 1 },
};
