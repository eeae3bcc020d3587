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
  useAccount();
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

/** Only the pane of the route takes its own changes to the account: elsewhere they are that place's. */
function useAccount(): void {
  const store = useStore();
  const pane = chain.use();
  const isRoute = useMount() === ROUTE_MOUNT;
  const isShown = useSlowFact(pane.stateAtom, hasFigures);
  useEffect(() => {
    return isRoute && isShown ? followAccount(store, pane) : undefined;
  }, [store, pane, isRoute, isShown]);
}
