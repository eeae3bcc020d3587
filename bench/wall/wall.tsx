/** Every screen of the product mounted at once on one page, and the chain a second time in letter B: a trader's wall. */
import "../../web/styles/tokens.css";
import "../../web/styles/fonts.css";
import "../../web/styles/base.css";
import { createStore, Provider } from "jotai";
import type { ComponentType, ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { screens } from "../../web/app/screen-list.ts";
import { startSession } from "../../web/app/session-control.ts";
import { createMount, MountProvider, type PaneMount } from "../../web/kit/pane/mount.ts";
import { beginVisitAtom } from "../../web/state/session.ts";

/** Panes on the screen; the rest stand below the fold, mounted and subscribed all the same. */
const VISIBLE = 6;
const COLUMNS = 3;

interface Pane {
  readonly id: string;
  readonly View: ComponentType;
  readonly mount: PaneMount;
}

function Wall({ panes }: { readonly panes: readonly Pane[] }): ReactNode {
  const rows = Math.ceil(Math.min(panes.length, VISIBLE) / COLUMNS);
  const height = `${Math.floor(100 / rows)}vh`;
  return (
    <div style={{ display: "grid", gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`, gap: 1 }}>
      {panes.map(({ id, View, mount }) => (
        <div key={id} data-pane={id} style={{ height, minWidth: 0, overflow: "hidden", display: "flex" }}>
          <MountProvider value={mount}>
            <View />
          </MountProvider>
        </div>
      ))}
    </div>
  );
}

async function start(): Promise<void> {
  const store = createStore();
  startSession(store, store.set(beginVisitAtom));
  await Promise.all(screens.map(({ view }) => view.preload()));
  const alone = screens.map(({ id, view }) => ({ id, View: view.component(), mount: createMount("A") }));
  const chain = alone.find(({ id }) => id === "option-chain-new");
  if (!chain) throw new Error("the product has no option chain");
  const panes = [
    chain,
    { ...chain, id: "second chain", mount: createMount("B") },
    ...alone.filter((one) => one !== chain),
  ];
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <Provider store={store}>
      <Wall panes={panes} />
    </Provider>,
  );
}

void start();
