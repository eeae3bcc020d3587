import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "../controls/Button.tsx";
import { Icon } from "../icons.tsx";
import styles from "./empty-state.module.css";

type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** What it stands around, for the log. */
  readonly around: "page" | "screen" | "pane";
  /** When it changes (another route), the screen gets a new chance. */
  readonly resetKey?: string;
};

type ErrorBoundaryState = { readonly hasFailed?: boolean; readonly failedKey?: string | undefined };

/** Around each pane: what breaks in one leaves the others alive. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.setState({ failedKey: this.props.resetKey });
    console.error(`${this.props.around}:`, error, info.componentStack);
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (
      this.state.hasFailed &&
      before.resetKey !== this.props.resetKey &&
      this.state.failedKey !== this.props.resetKey
    ) {
      this.setState({ hasFailed: false });
    }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={styles["empty"]} role="alert">
        <span className={styles["error"]}>
          <Icon name="warning" size={18} />
        </span>
        <p className={styles["errorMessage"]}>Something went wrong!</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    );
  }
}
