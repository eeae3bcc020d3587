/** For developers: the chain twice on one board, in the letters A and B. The workspace will do this with any screens. */
import { lazy, type ReactNode, Suspense } from "react";
import { createMount, MountProvider } from "../../../kit/pane/mount.ts";
import { viewOf } from "../../screens.ts";
import styles from "./two-chains.module.css";

export { screen } from "./screen.ts";

const MOUNTS = (["A", "B"] as const).map((letter) => ({ letter, mount: createMount(letter) }));

const Chain = lazy(async () => {
  const view = viewOf("/option-chain-new");
  await view?.preload();
  return { default: view?.component() ?? (() => undefined) };
});

export function View(): ReactNode {
  return (
    <div className={styles["chains"]}>
      {MOUNTS.map(({ letter, mount }) => (
        <MountProvider key={letter} value={mount}>
          <Suspense>
            <Chain />
          </Suspense>
        </MountProvider>
      ))}
    </div>
  );
}
