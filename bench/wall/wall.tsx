/** Every screen of the product mounted at once on one page, each in a pane of its own: what a trader's wall would be. */
import "../../web/styles/tokens.css";
import "../../web/styles/fonts.css";
import "../../web/styles/base.css";
import { createStore, Provider } from "jotai";
import type { ComponentType, ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { screens } from "../../web/app/screen-list.ts";
import { startSession } from "../../web/app/session-control.ts";
import { beginVisitAtom } from "../../web/state/session.ts";

/** Panes on the screen; the rest stand below the fold, mounted and subscribed all the same. */
const VISIBLE = 6;
const COLUMNS = 3;

interface Pane {
  readonly id: string;
  readonly View: ComponentType;
}

function Wall({ panes }: { readonly panes: readonly Pane[] }): ReactNode {
  const rows = Math.ceil(Math.min(panes.length, VISIBLE) / COLUMNS);
  const height = `${Math.floor(100 / rows)}vh`;
  return (
    <div style={{ display: "grid", gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`, gap: 1 }}>
      {panes.map(({ id, View }) => (
        <div key={id} data-pane={id} style={{ height, minWidth: 0, overflow: "hidden", display: "flex" }}>
          <View />
        </div>
      ))}
    </div>
  );
}

async function start(): Promise<void> {
  const store = createStore();
  startSession(store, store.set(beginVisitAtom));
  await Promise.all(screens.map(({ view }) => view.preload()));
  const panes = screens.map(({ id, view }) => ({ id, View: view.component() }));
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <Provider store={store}>
      <Wall panes={panes} />
    </Provider>,
  );
}

void start();
