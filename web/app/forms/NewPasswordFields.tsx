import type { ReactNode } from "react";
import { PasswordField } from "../../components/controls/PasswordField.tsx";

interface NewPasswordFieldsProps {
  readonly password: string;
  readonly confirmed: string;
  readonly onPassword: (password: string) => void;
  readonly onConfirmed: (confirmed: string) => void;
  readonly autoFocus?: boolean;
}

/** A new password, twice: whether they agree, and follow the rules, the server says. */
export function NewPasswordFields(props: NewPasswordFieldsProps): ReactNode {
  const { password, confirmed, onPassword, onConfirmed, autoFocus = false } = props;
  return (
    <>
      <PasswordField
        label="Password"
        name="password"
        size="decision"
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={password}
        onChange={onPassword}
      />
      <PasswordField
        label="Confirm Password"
        name="passwordConfirm"
        size="decision"
        autoComplete="new-password"
        value={confirmed}
        onChange={onConfirmed}
      />
    </>
  );
}
