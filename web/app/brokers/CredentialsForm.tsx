import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import type { Broker, BrokerLogin } from "#contract/domain/account/brokers.ts";
import { Button } from "../../components/controls/Button.tsx";
import { PasswordField } from "../../components/controls/PasswordField.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { typedCredentialsAtom } from "../../state/account/broker-login.ts";
import { goAtom } from "../../state/navigation.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { useSubmission } from "../forms/use-submission.ts";
import { failure, LATER } from "../forms/words.ts";
import { BROKER_RETURN } from "../routing/paths.ts";
import styles from "./brokers.module.css";
import { RedirectUrl } from "./RedirectUrl.tsx";
import { useLeaving } from "./use-broker-login.ts";

interface CredentialsFormProps {
  readonly broker: Broker;
  readonly login: Extract<BrokerLogin, { readonly kind: "credentials" }>;
}

/** What a broker wants typed here. It goes to the server's vault or, where no page of the broker's follows, on in memory. */
export function CredentialsForm({ broker, login }: CredentialsFormProps): ReactNode {
  const { fields, address, guide } = login;
  const [values, setValues] = useState<readonly string[]>(() => fields.map(() => ""));
  const setTyped = useSetAtom(typedCredentialsAtom);
  const go = useSetAtom(goAtom);
  const leave = useLeaving();
  const isFilled = values.every((value) => value.trim() !== "");
  const { isLoading, words, onSubmit } = useSubmission(async () => {
    if (address === undefined) {
      setTyped({ broker: broker.id, values });
      go(`${BROKER_RETURN}/${broker.id}`);
      return { words: { text: "", style: "plain" as const }, isLeaving: true };
    }
    return { words: failure(await leave(broker, values)) };
  }, failure(LATER));

  return (
    <form
      className={styles["form"]}
      aria-label={`Login with ${broker.name}`}
      onSubmit={(event) => {
        if (isFilled) onSubmit(event);
        else event.preventDefault();
      }}
    >
      {guide === undefined ? undefined : (
        <p className={styles["guide"]}>
          {guide.title}{" "}
          <a href={guide.video} target="_blank" rel="noopener noreferrer">
            Video
          </a>
        </p>
      )}
      <FormMessage words={words} />
      {fields.map(({ label, isMasked, isUpperCase }, i) => {
        const field = {
          label,
          size: "decision" as const,
          autoComplete: "off",
          autoFocus: i === 0,
          value: values[i] ?? "",
          onChange: (text: string) => setValues(values.with(i, isUpperCase ? text.toUpperCase() : text)),
        };
        return isMasked ? (
          <PasswordField key={label} {...field} />
        ) : (
          <TextField key={label} {...field} spellCheck={false} />
        );
      })}
      {guide === undefined ? undefined : <RedirectUrl broker={broker} />}
      <Button
        type="submit"
        kind="primary"
        size="decision"
        disabled={!isFilled}
        aria-disabled={isLoading}
        {...(isFilled ? {} : { title: "Fill in every field" })}
      >
        {isLoading ? "Login..." : "Login"}
      </Button>
    </form>
  );
}
