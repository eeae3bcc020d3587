import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Icon } from "../../components/more-icons.tsx";
import { Menu } from "../../components/overlays/Menu.tsx";
import { goAtom } from "../../state/navigation.ts";
import { ROUTE_MOUNT } from "../pane/mount.ts";
import { CHOSEN_SCAN, FIRST_SCAN, READY_MADE } from "./ready-made-scans.ts";
import styles from "./scans-menu.module.css";

const SCANNER = "/scanner";
const chosenAtom = ROUTE_MOUNT.settings.storedText(CHOSEN_SCAN, FIRST_SCAN);

/** The ready-made scans; a press opens the scanner with it. */
export function ScansMenu(): ReactNode {
  const choose = useSetAtom(chosenAtom);
  const go = useSetAtom(goAtom);
  return (
    <Menu
      label="Ready-made scans"
      buttonClassName={styles["button"]}
      buttonLabel="Ready-made scans"
      heading="Ready-made scans"
      align="end"
      button={<Icon name="external" size={16} />}
      columnsFrom={99}
      items={[...READY_MADE.keys()].map((name) => ({
        id: name,
        label: name,
        onSelect: () => {
          choose(name);
          go(SCANNER);
        },
      }))}
    />
  );
}
