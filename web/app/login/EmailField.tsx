import type { ReactNode } from "react";
import { TextField } from "../../components/controls/TextField.tsx";

interface EmailFieldProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
}

/** The account's address: the first field of its form, which has the focus. */
export const EmailField = ({ email, onChange }: EmailFieldProps): ReactNode => (
  <TextField
    label="Email"
    type="email"
    name="email"
    size="decision"
    autoComplete="username"
    autoFocus
    value={email}
    onChange={onChange}
  />
);
