import { useStore } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { AskedPart } from "../../components/AskedPart.tsx";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { Icon } from "../../components/more-icons.tsx";
import { ROUTE_MOUNT, useMount } from "../../kit/pane/mount.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { chain } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { followAccount } from "./sync-settings.ts";

const Settings = lazyPart(() => import("./settings/ChainSettings.tsx"), "ChainSettings");

const hasFigures = ({ snapshot }: PaneState<Snapshot>): boolean => snapshot !== undefined;

/** The cog of the header. It is loaded after the first screen; the dialog when it is opened. */
export function SettingsButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useAccount(isOpen);
  return (
    <>
      <IconButton label="Option Chain settings" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="settings" />
      </IconButton>
      {isOpen ? (
        <AskedPart>
          <Settings onClose={() => setOpen(false)} />
        </AskedPart>
      ) : undefined}
    </>
  );
}

/**
 * Every pane takes what the account keeps: its settings may be opened. Only the pane of the route takes its own changes
 * there: elsewhere they are that place's.
 */
function useAccount(isOpen: boolean): void {
  const store = useStore();
  const pane = chain.use();
  const isRoute = useMount() === ROUTE_MOUNT;
  const isWanted = useSlowFact(pane.stateAtom, hasFigures) || isOpen;
  useEffect(() => {
    return isWanted ? followAccount(store, isRoute ? pane : undefined) : undefined;
  }, [store, pane, isRoute, isWanted]);
}
