import { useStore } from "jotai";
import { useEffect } from "react";
import { ROUTE_MOUNT } from "../../kit/pane/mount.ts";
import { followScan } from "./ask.ts";
import { scanner } from "./pane.ts";

/** Watches the scan of the scanner's own page while it is armed, whatever page the tab shows. */
export function ArmedScan(): undefined {
  const store = useStore();
  useEffect(() => followScan(store, scanner.of(ROUTE_MOUNT)), [store]);
}
