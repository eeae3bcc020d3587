import { type ReactNode, useEffect, useMemo, useState } from "react";
import { AskedPart } from "../../components/AskedPart.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { Icon } from "../../components/more-icons.tsx";
import type { Shortcut } from "../../components/shortcuts/shortcuts.ts";
import { useShortcuts } from "../../components/shortcuts/use-shortcuts.ts";
import { endEarlyKey } from "./early-key.ts";
import { toggleFullScreen } from "./full-screen.ts";

const Palette = lazyPart(() => import("./Palette.tsx"), "Palette");
const ShortcutList = lazyPart(() => import("./ShortcutList.tsx"), "ShortcutList");

interface PaletteToolProps {
  /** Of the page shown. */
  readonly path: string;
  readonly className: string;
}

/** The lens of the top bar, and the keys that every page has: the palette, the list of keys, the full screen. */
export function PaletteTool({ path, className }: PaletteToolProps): ReactNode {
  const [open, setOpen] = useState<"palette" | "keys" | undefined>(undefined);
  const keys = useMemo(
    (): readonly Shortcut[] => [
      {
        keys: "Ctrl+K or /",
        does: "Find a symbol, screen, workspace or day; in a list with a lens, / finds its rows",
        group: "Everywhere",
        isFirst: true, // some browsers have a use for Ctrl+K
        press: (event) => {
          if (!isPaletteKey(event)) return false;
          const lens = event.key === "/" ? lensOf(event.target) : undefined;
          if (lens) lens.focus();
          else setOpen("palette");
          return true;
        },
      },
      {
        keys: "?",
        does: "List the keys",
        group: "Everywhere",
        press: ({ key, ctrlKey, altKey, metaKey }) => {
          if (key !== "?" || ctrlKey || altKey || metaKey) return false;
          setOpen("keys");
          return true;
        },
      },
      {
        keys: "Alt+Shift+Enter",
        does: "Full screen, or back",
        group: "Everywhere",
        isFirst: true,
        press: ({ key, altKey, shiftKey }) => {
          if (key !== "Enter" || !altKey || !shiftKey) return false;
          toggleFullScreen();
          return true;
        },
      },
    ],
    [],
  );
  useShortcuts(keys);
  useEffect(() => {
    if (endEarlyKey()) setOpen("palette");
  }, []);
  const close = (): void => setOpen(undefined);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Find"
        aria-keyshortcuts="Control+K /"
        title="Find a symbol, screen, workspace or day (Ctrl+K)"
        onClick={() => setOpen("palette")}
      >
        <Icon name="search" />
      </button>
      <AskedPart>
        {open === "palette" ? <Palette path={path} onClose={close} onKeys={() => setOpen("keys")} /> : undefined}
        {open === "keys" ? <ShortcutList onClose={close} /> : undefined}
      </AskedPart>
    </>
  );
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k"
    ? (ctrlKey || metaKey) && !altKey && !shiftKey
    : key === "/" && !ctrlKey && !metaKey && !altKey;

/** The box that finds rows in the pane that has the focus. */
const lensOf = (target: EventTarget | null): HTMLElement | null | undefined =>
  target instanceof Element
    ? target.closest("[data-pane]")?.querySelector<HTMLElement>("input[type=search]")
    : undefined;
