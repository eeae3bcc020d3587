import { type PaletteName, ROLES, type Role, type Scheme, type Theme } from "./roles.ts";

const themes = new Map<string, Theme>();

/**
 * The theme the page shows: `data-theme` (dark, the default, or light) and `data-palette` (normal, or colour-blind) on
 * the root element. The colours are those of `tokens.css`, read once a palette, because reading them makes the browser
 * compute its styles.
 */
export function readTheme(): Theme {
  const { theme, palette } = document.documentElement.dataset;
  return themeOf(theme === "light" ? "light" : "dark", palette === "colour-blind" ? "colour-blind" : "normal");
}

function themeOf(scheme: Scheme, palette: PaletteName): Theme {
  return remembered(scheme, palette, false, () => {
    const style = getComputedStyle(document.documentElement);
    return (role) => style.getPropertyValue(`--${role}`);
  });
}

/** The same theme with call and put exchanged (the user's 'Switch Color'). */
export function swapSides({ scheme, palette, sidesSwapped, colours }: Theme): Theme {
  return remembered(scheme, palette, !sidesSwapped, () => (role) => colours[otherSide(role)]);
}

function remembered(
  scheme: Scheme,
  palette: PaletteName,
  sidesSwapped: boolean,
  open: () => (role: Role) => string,
): Theme {
  const key = `${scheme} ${palette} ${sidesSwapped}`;
  const known = themes.get(key);
  if (known) return known;
  const colourOf = open();
  const colours = Object.fromEntries(ROLES.map((role) => [role, colourOf(role)])) as Record<Role, string>;
  const theme: Theme = { scheme, palette, sidesSwapped, colours };
  themes.set(key, theme);
  return theme;
}

/** 'call-bar' of 'put-bar'; any other role is its own. */
function otherSide(role: Role): Role {
  const [side, part] = role.split(/-(.*)/);
  if (side !== "call" && side !== "put") return role;
  const other = side === "call" ? "put" : "call";
  return (part === undefined ? other : `${other}-${part}`) as Role;
}

/** Shows a theme: DOM follows through `tokens.css`, painters through `onThemeChange`. */
export function showTheme(scheme: Scheme, palette: PaletteName): void {
  const { dataset } = document.documentElement;
  dataset["theme"] = scheme;
  dataset["palette"] = palette;
}

type ThemeListener = (theme: Theme) => void;

const listeners = new Set<ThemeListener>();
let observer: MutationObserver | undefined;

/** Calls the listener after each change of theme or palette; returns the unsubscribe. */
export function onThemeChange(listener: ThemeListener): () => void {
  listeners.add(listener);
  if (observer === undefined) {
    observer = new MutationObserver(() => {
      const theme = readTheme();
      for (const each of listeners) each(theme);
    });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-palette"] });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
}
