import { type ReactNode, useState } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { isPlainClick } from "../../components/plain-click.ts";
import { FormMessage } from "../forms/FormMessage.tsx";
import { failure } from "../forms/words.ts";
import { type BrokerConfiguration, providerLink } from "./broker-links.ts";
import styles from "./brokers.module.css";
import { useLeaving } from "./use-broker-login.ts";

interface LoginLinkProps {
  readonly broker: Broker;
  readonly configuration: BrokerConfiguration;
}

/** 'Login with Alice Blue': to the provider's own login page. */
export function LoginLink({ broker, configuration }: LoginLinkProps): ReactNode {
  const leave = useLeaving();
  const [words, setWords] = useState<string>();
  return (
    <>
      {words === undefined ? undefined : <FormMessage words={failure(words)} />}
      <a
        className={styles["login"]}
        href={providerLink(broker, configuration).href}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          void leave(broker, []).then(setWords);
        }}
      >
        {`Login with ${broker.name}`}
      </a>
    </>
  );
}
