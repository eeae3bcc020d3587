import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { BROKERS, type Broker } from "#contract/domain/account/brokers.ts";
import { Button } from "../../components/controls/Button.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { isPlainClick } from "../../components/plain-click.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { dropBrokerAtom, logOutOfBrokerAtom } from "../../state/account/broker.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { goAtom } from "../../state/navigation.ts";
import { subscribedAtom } from "../../state/session.ts";
import { BrokerMark } from "./BrokerMark.tsx";
import { type BrokerConfiguration, type BrokerLink, loginLink, loginWords, signUpLink } from "./broker-links.ts";
import styles from "./brokers.module.css";
import { ConnectionCard } from "./ConnectionCard.tsx";
import { Disclaimer } from "./Disclaimer.tsx";
import { useBrokerConfiguration, useLeaving } from "./use-broker-login.ts";

type Mode = "login" | "account";

const MODES = [
  { value: "login", label: "Login" },
  { value: "account", label: "Open An Account" },
] as const;

/** Every broker that may be connected, and where an account is opened. */
export function BrokersPage(): ReactNode {
  const [mode, setMode] = useState<Mode>("login");
  const connected = useAtomValue(connectedBrokerAtom);
  const logOut = useSetAtom(logOutOfBrokerAtom);
  const configuration = useBrokerConfiguration();
  return (
    <div className={styles["page"]}>
      <div className={styles["column"]}>
        <header className={styles["header"]}>
          <h1 className={styles["title"]}>Broker Login</h1>
          <SegmentedControl label="What the tiles open" segments={MODES} value={mode} onChange={setMode} size="form" />
          <span className={styles["gap"]} />
          {connected ? (
            <Button kind="danger" onClick={() => void logOut()}>{`Logout ${connected.name}`}</Button>
          ) : undefined}
        </header>
        <p className={styles["intro"]}>
          {mode === "login" ? introOf(configuration.offers) : "Opens the broker's own page in a new tab."}
        </p>
        {connected ? <ConnectionCard broker={connected} /> : undefined}
        <ul className={styles["grid"]}>
          {BROKERS.map((broker) => (
            <li key={broker.id}>
              <BrokerTile
                broker={broker}
                mode={mode}
                isConnected={broker === connected}
                configuration={configuration}
              />
            </li>
          ))}
        </ul>
      </div>
      <Disclaimer />
    </div>
  );
}

function introOf(offers: BrokerConfiguration["offers"]): string {
  if (offers === undefined) return "A tile leads to its broker's login.";
  const kinds = new Set(Object.values(offers));
  if (kinds.size === 0) return "No broker can be connected on this server: a tile tells what its broker will ask for.";
  if (!kinds.has("practice")) return "Orders go to the broker with real money.";
  return "Practice: the practice broker stands in for each, with play money on this server's market. No order leaves it.";
}

interface BrokerTileProps {
  readonly broker: Broker;
  readonly mode: Mode;
  readonly isConnected: boolean;
  readonly configuration: BrokerConfiguration;
}

function BrokerTile({ broker, mode, isConnected, configuration }: BrokerTileProps): ReactNode {
  const go = useSetAtom(goAtom);
  const dropBroker = useSetAtom(dropBrokerAtom);
  const leave = useLeaving();
  const opensLanding = useAtomValue(subscribedAtom);
  const link: BrokerLink =
    mode === "login" ? loginLink(broker, configuration, opensLanding) : signUpLink(broker, configuration);
  const opensTab = mode === "account";
  const how = mode === "login" ? loginWords(broker) : new URL(link.href).hostname;
  return (
    <a
      className={styles["tile"]}
      href={link.href}
      data-broker={broker.id}
      {...(opensTab ? { target: "_blank", rel: "noopener noreferrer" } : {})}
      onClick={(event) => {
        // A session that is begun at the provider replaces the one that was.
        if (mode === "login" && broker.login.kind === "external") dropBroker();
        if (opensTab || !isPlainClick(event)) return;
        event.preventDefault();
        if (!link.isExternal) go(link.href);
        else void leave(broker, []).then((message) => toasts.show({ message, type: "error" }));
      }}
    >
      <BrokerMark broker={broker} size={32} />
      <span className={styles["words"]}>
        <span className={styles["name"]}>{broker.name}</span>
        <span className={styles["how"]}>{how}</span>
      </span>
      {mode === "login" && configuration.offers?.[broker.id] === "practice" && !isConnected ? (
        <span className={styles["practice"]}>Practice</span>
      ) : undefined}
      {isConnected ? <span className={styles["connected"]}>Connected</span> : undefined}
      {opensTab ? <Icon name="external" /> : undefined}
    </a>
  );
}
