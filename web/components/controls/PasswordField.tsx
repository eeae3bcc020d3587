import { type ReactNode, useState } from "react";
import { Icon } from "../more-icons.tsx";
import { IconButton } from "./IconButton.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

type PasswordFieldProps = Omit<TextFieldProps, "type" | "inside" | "numeric">;

/** A text field that hides its text until asked. */
export function PasswordField({ autoComplete = "current-password", ...rest }: PasswordFieldProps): ReactNode {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...rest}
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      spellCheck={false}
      inside={
        <IconButton
          label={isShown ? "Hide password" : "Show password"}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? "eye-off" : "eye"} />
        </IconButton>
      }
    />
  );
}
