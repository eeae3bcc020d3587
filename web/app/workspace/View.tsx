/** Any screens beside each other, in tabs that stay mounted. */
import { useAtomValue, useStore } from "jotai";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { AskedPart } from "../../components/AskedPart.tsx";
import { TabPanel } from "../../components/controls/Tabs.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { expiresAtom } from "../../state/session.ts";
import { isPoppedOut, takePoppedOut } from "../windows/pop-out.ts";
import { followAccount } from "./account.ts";
import { otherTabAtom, shownAtom, workspacesAtom } from "./board.ts";
import { isLink } from "./link/link.ts";
import { askedAtom, followActiveLetter } from "./pane-atoms.ts";
import { usePhone } from "./phone/use-phone.ts";
import { Stage } from "./Stage.tsx";
import { useKeys } from "./use-keys.ts";
import { WorkspaceBar } from "./WorkspaceBar.tsx";
import styles from "./workspace.module.css";

export { screen } from "./screen.ts";

const PhoneParts = lazyPart(() => import("./phone/PhoneParts.tsx"), "PhoneParts");
const OtherTab = lazyPart(() => import("./OtherTab.tsx"), "OtherTab");
const Dialogs = lazyPart(() => import("./Dialogs.tsx"), "Dialogs");

export function View(): ReactNode {
  const store = useStore();
  const all = useAtomValue(workspacesAtom);
  const shown = useAtomValue(shownAtom);
  const other = useAtomValue(otherTabAtom);
  const asked = useAtomValue(askedAtom);
  const isReading = useLinks();
  const mounted = useMounted(isReading ? undefined : shown?.id);
  const isPhone = usePhone();
  useKeys();
  useEffect(() => followAccount(store), [store]);
  useEffect(() => followActiveLetter(store), [store]);
  // Logged out, until the login page is there: whoever is nobody has no workspaces, not even those that everybody begins with.
  const isNobody = useAtomValue(expiresAtom) === 0;
  if (isNobody) return undefined;
  return (
    <div className={styles["board"]} data-phone={isPhone || undefined}>
      <h1 className="visually-hidden">Workspace</h1>
      <WorkspaceBar />
      {shown || other ? (
        <TabPanel id="workspaces" value={shown?.id ?? other ?? ""} className={styles["stages"] ?? ""}>
          {all.map((one) =>
            mounted.has(one.id) ? (
              <Stage key={one.id} workspace={one} isShown={one === shown} isPhone={isPhone} />
            ) : undefined,
          )}
          <Suspense>{shown ? undefined : <OtherTab />}</Suspense>
        </TabPanel>
      ) : (
        <EmptyState message="You have no workspace. The + above makes one." />
      )}
      <Suspense>{isPhone ? <PhoneParts /> : undefined}</Suspense>
      <AskedPart>{asked && <Dialogs asked={asked} />}</AskedPart>
    </div>
  );
}

/** The workspaces that were shown: a tab is mounted when it is opened first, and from then on stays. */
function useMounted(shown: string | undefined): ReadonlySet<string> {
  const [mounted, setMounted] = useState<ReadonlySet<string>>(new Set());
  if (shown === undefined || mounted.has(shown)) return mounted;
  const next = new Set([...mounted, shown]);
  setMounted(next);
  return next;
}

/**
 * Opens what the window was opened for, the link of the address, and each that the address is changed to.
 * @returns whether the first is still being read: until then nothing is mounted that nobody asked for.
 */
function useLinks(): boolean {
  const store = useStore();
  const [isReading, setReading] = useState(() => isPoppedOut() || isLink(location.hash));
  useEffect(() => {
    if (takePoppedOut(store)) setReading(false);
  }, [store]);
  useEffect(() => {
    let opening = new AbortController();
    const open = (): void => {
      opening.abort();
      opening = new AbortController();
      const { signal } = opening;
      if (!isLink(location.hash)) return;
      import("./link/open-link.ts")
        .then(({ openLink }) => openLink(store, location.hash, signal, () => setReading(false)))
        .catch((error) => {
          console.warn("link:", error);
          setReading(false);
        });
    };
    open();
    addEventListener("hashchange", open);
    return () => {
      removeEventListener("hashchange", open);
      opening.abort();
    };
  }, [store]);
  return isReading;
}
