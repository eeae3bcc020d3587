import { useAtom } from "jotai";
import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { onThemeChange, readTheme } from "../../../styles/theme.ts";
import { chain } from "../pane.ts";
import styles from "./settings.module.css";

/** Three shades of one colour, until the user picks others. */
const SHADES = ["top1", "top2", "top3"] as const;
const STYLES = [
  { value: "border", label: "Border" },
  { value: "background", label: "Background" },
] as const;

/** How the highest three of a side are marked. It belongs to this browser, and shows at once. */
export function HighlightTab(): ReactNode {
  const { topColorsAtom, topStyleAtom, sidesSwappedAtom } = chain.use();
  const [colours, setColours] = useAtom(topColorsAtom);
  const [isBackground, setBackground] = useAtom(topStyleAtom);
  const [isSwapped, swap] = useAtom(sidesSwappedAtom);
  const theme = useSyncExternalStore(onThemeChange, readTheme);
  // All three are kept with the first that is picked: the others stay as they are seen then.
  const shown = SHADES.map((shade, i) => colours[i] ?? theme.colours[shade]);
  return (
    <dl className={styles["options"]}>
      <dt>The highest three of a side</dt>
      <dd className={styles["swatches"]}>
        {shown.map((colour, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first, the second and the third
          <label key={i}>
            Top {i + 1}
            <input
              type="color"
              value={colour}
              onChange={(event) => setColours(shown.map((one, j) => (j === i ? event.target.value : one)))}
            />
          </label>
        ))}
        <Button
          disabled={colours.length === 0}
          title={colours.length === 0 ? "These are the theme's colours" : undefined}
          onClick={() => setColours([])}
        >
          Theme colours
        </Button>
      </dd>
      <dt>Marked by</dt>
      <dd>
        <SegmentedControl
          label="Highlight style"
          size="form"
          segments={STYLES}
          value={isBackground ? "background" : "border"}
          onChange={(style) => setBackground(style === "background")}
        />
      </dd>
      <dt>Colours of calls and puts</dt>
      <dd>
        <Button aria-pressed={isSwapped} onClick={() => swap(!isSwapped)}>
          Switch Bar Color
        </Button>
      </dd>
    </dl>
  );
}
