import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { themeAtom, toggleThemeAtom } from "../../state/saved/preferences.ts";

/** Says the theme that a click brings: 'Light' while it is dark, 'Dark' while it is light. */
export function ThemeToggle(): ReactNode {
  const { dark } = useAtomValue(themeAtom);
  const toggle = useSetAtom(toggleThemeAtom);
  return (
    <Button kind="quiet" size="header" title={`Switch to the ${dark ? "light" : "dark"} theme`} onClick={toggle}>
      <Icon name={dark ? "sun" : "moon"} />
      {dark ? "Light" : "Dark"}
    </Button>
  );
}
