import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { AdminUser, UserStats } from "#contract/wire/http/admin.ts";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { useElsewhere } from "../routing/use-elsewhere.ts";
import { loadUsers, type UserReading } from "./load-users.ts";
import { SubscriptionHistory } from "./SubscriptionHistory.tsx";
import { TradingSwitch } from "./TradingSwitch.tsx";
import { TrialCounts } from "./TrialCounts.tsx";
import { UserTable } from "./UserTable.tsx";
import { breakdownText, momentOf, type NumberedUser, numbered, usersOf, VIEWS, type View } from "./user-list.ts";
import styles from "./users.module.css";

/** Every user and what they subscribed to. Administrators only; the server decides who is one. */
export function UserListPage(): ReactNode {
  const [reading, setReading] = useState<UserReading>();
  const load = useCallback(async () => setReading(await loadUsers()), []);
  useEffect(() => void load(), [load]);
  const isElsewhere = useElsewhere(reading?.kind === "refused");
  return (
    <div className={styles["page"]}>
      <h1 className="visually-hidden">Users</h1>
      {reading === undefined || isElsewhere ? (
        <EmptyState message="Loading the users…" />
      ) : reading.kind === "refused" ? (
        <EmptyState message="You don't have permission to view this page" />
      ) : reading.kind === "failed" ? (
        <EmptyState message={reading.message} action={<Button onClick={() => void load()}>Retry</Button>} />
      ) : (
        <UserList users={reading.users} stats={reading.stats} />
      )}
    </div>
  );
}

interface UserListProps {
  readonly users: readonly AdminUser[];
  readonly stats: UserStats;
}

function UserList({ users, stats }: UserListProps): ReactNode {
  const [view, setView] = useState<View>("All Users");
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<NumberedUser>();
  const all = useMemo(() => numbered(users), [users]);
  const moment = useMemo(() => momentOf(Date.now()), []);
  const shown = useMemo(() => usersOf(all, view, search, moment), [all, view, search, moment]);
  return (
    <>
      <header className={styles["header"]}>
        <fieldset className={styles["views"]} aria-label="Which users">
          {VIEWS.map((one) => (
            <Button key={one} size="header" kind="quiet" aria-pressed={one === view} onClick={() => setView(one)}>
              {one}
            </Button>
          ))}
        </fieldset>
        <input
          type="search"
          className={styles["search"]}
          aria-label="Search by email"
          placeholder="Search by email"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <TradingSwitch />
        <p className={styles["total"]} role="status">{`Total ${view} : ${shown.length}`}</p>
        {view === "Subscribers" ? (
          <>
            <p className={styles["breakdown"]}>{breakdownText(stats)}</p>
            <TrialCounts trials={stats.brokerTrials} />
          </>
        ) : undefined}
      </header>
      <UserTable users={shown} view={view} moment={moment} onOpen={setOpened} />
      <SubscriptionHistory user={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
