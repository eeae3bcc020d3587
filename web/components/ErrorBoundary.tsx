import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import styles from "./empty-state.module.css";
import { Icon } from "./icons.tsx";

type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** Called with each error; the page's reporter. */
  readonly onError?: (error: unknown, componentStack: string) => void;
  /** Default: the page reloads. */
  readonly onReload?: () => void;
  /** When it changes (another route), the screen gets a new chance. */
  readonly resetKey?: string;
};

type ErrorBoundaryState = { readonly hasFailed: boolean; readonly failedKey: string | undefined };

/** Around each pane: what breaks in one leaves the others alive. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, failedKey: undefined };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.setState({ failedKey: this.props.resetKey });
    this.props.onError?.(error, info.componentStack ?? "");
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (
      this.state.hasFailed &&
      before.resetKey !== this.props.resetKey &&
      this.state.failedKey !== this.props.resetKey
    ) {
      this.setState({ hasFailed: false, failedKey: undefined });
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
        <Button onClick={this.props.onReload ?? (() => window.location.reload())}>Reload</Button>
      </div>
    );
  }
}
