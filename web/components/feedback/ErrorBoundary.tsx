import { Component, type ReactNode } from "react";
import { AWAY } from "../../frame/outage.ts";
import { Button } from "../controls/Button.tsx";
import { Icon } from "../icons.tsx";
import styles from "./empty-state.module.css";

type ErrorBoundaryProps = { readonly children: ReactNode };
type ErrorBoundaryState = { readonly words?: string };

/** Around each pane: what breaks in one leaves the others alive, and React logs it. Its key is what is shown: another gets a new chance. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { words: error === AWAY ? AWAY.message : "Something went wrong!" };
  }

  override render(): ReactNode {
    const { words } = this.state;
    if (words === undefined) return this.props.children;
    return (
      <div className={styles["empty"]} role="alert">
        <span className={styles["error"]}>
          <Icon name="warning" size={18} />
        </span>
        <p className={styles["errorMessage"]}>{words}</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    );
  }
}
