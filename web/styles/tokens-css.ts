import { type PaletteName, ROLES, type Role, type Scheme } from "./roles.ts";
import { themeOf } from "./tokens.ts";

/**
 * The text of `tokens.css`. A static sheet, because a page that waits for a script to get its colours flashes in the
 * wrong theme. Rewrite it with `UPDATE_TOKENS=1 npx vitest run web/styles`.
 */
export function tokensCss(): string {
  const darkNormal = themeOf("dark", "normal").colours;
  const blocks = [
    block(":root", "dark", ROLES, "dark", "normal"),
    block(':root[data-theme="light"]', "light", changed("light", "normal", darkNormal), "light", "normal"),
    block(
      ':root[data-palette="colour-blind"]',
      undefined,
      changed("dark", "colour-blind", darkNormal),
      "dark",
      "colour-blind",
    ),
    block(
      ':root[data-theme="light"][data-palette="colour-blind"]',
      undefined,
      // Against both sheets it overrides: the light one and the dark colour-blind one.
      ROLES.filter((role) => {
        const own = themeOf("light", "colour-blind").colours[role];
        return own !== themeOf("light", "normal").colours[role] || differs(role);
      }),
      "light",
      "colour-blind",
    ),
  ];
  return `/* Generated from tokens.ts; do not edit. */\n${blocks.join("\n")}`;
}

function differs(role: Role): boolean {
  return themeOf("dark", "colour-blind").colours[role] !== themeOf("dark", "normal").colours[role];
}

function changed(scheme: Scheme, palette: PaletteName, from: Readonly<Record<Role, string>>): readonly Role[] {
  const { colours } = themeOf(scheme, palette);
  return ROLES.filter((role) => colours[role] !== from[role]);
}

function block(
  selector: string,
  colourScheme: Scheme | undefined,
  shown: readonly Role[],
  scheme: Scheme,
  palette: PaletteName,
): string {
  const { colours } = themeOf(scheme, palette);
  const lines = shown.map((role) => `  --${role}: ${colours[role].toLowerCase()};`);
  if (colourScheme !== undefined) lines.unshift(`  color-scheme: ${colourScheme};`);
  return `${selector} {\n${lines.join("\n")}\n}\n`;
}
