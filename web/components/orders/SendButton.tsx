import type { ComponentProps, ReactNode } from "react";
import { Button } from "../controls/Button.tsx";

type SendButtonProps = Omit<ComponentProps<typeof Button>, "onKeyDown">;

/**
 * Sends orders, or asks for the second look that stands in its own place: a double click is one press, and so is a key that
 * is held. Else both would pass the look unseen.
 */
export function SendButton({ onClick, ...rest }: SendButtonProps): ReactNode {
  return (
    <Button
      kind="primary"
      {...rest}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        if (event.detail <= 1) onClick?.(event);
      }}
    />
  );
}
