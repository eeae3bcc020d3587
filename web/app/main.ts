/**
 * The page's first module, kept small: it starts the session and its workers while React and the screen's view are
 * still on their way.
 */
import "../styles/tokens.css";
import "../styles/fonts.css";
import "../styles/base.css";
import { createStore } from "jotai";
import { noteFailure } from "../frame/outage.ts";
import { beginVisitAtom } from "../state/session.ts";
import { openFirstPage } from "./routing/first-page.ts";
import { startSession } from "./session/session-control.ts";
import { followTheme } from "./shell/follow-theme.ts";
import { showStartFailure } from "./start-failure.ts";

addEventListener("error", noteFailure, true);
const store = createStore();
const app = import("./start-app.tsx");
const visitor = store.set(beginVisitAtom);
const first = openFirstPage(visitor, { path: location.pathname, state: history.state }, async () => {
  const { viewOf } = await import("./routing/screens.ts");
  return viewOf;
});
followTheme(store);
const session = startSession(store, visitor);
app.then(({ startApp }) => startApp(store, session, first)).catch(showStartFailure);
