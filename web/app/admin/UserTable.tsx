import { type ReactNode, useEffect, useRef, useState } from "react";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import { useVisibleRows } from "../../components/visible-rows.ts";
import { dayOf, daysLeftText, isSubscriber, type Moment, type NumberedUser, type View } from "./user-list.ts";
import styles from "./users.module.css";

const ROW_HEIGHT = 24;
const STEP = 16;
const COLUMNS = [
  { header: "Email", width: 260 },
  { header: "Activated", width: 84 },
  { header: "Last Login", width: 184 },
  { header: "Subscribed", width: 92 },
  { header: "Plan", width: 64 },
  { header: "Period", width: 136 },
  { header: "Date of Last Sub", width: 132 },
];

interface UserTableProps {
  readonly users: readonly NumberedUser[];
  readonly view: View;
  readonly moment: Moment;
  readonly onOpen: (user: NumberedUser) => void;
}

/** Only the rows in the window are in the page: there may be thousands. */
export function UserTable({ users, view, moment, onOpen }: UserTableProps): ReactNode {
  const [isIdShown, setIsIdShown] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useVisibleRows(scroller, { rowHeight: ROW_HEIGHT, count: users.length, step: STEP });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view begins at its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [view]);
  return (
    <ScrollRegion ref={scroller} className={styles["scroller"]} label="Users">
      <table className={styles["table"]} aria-rowcount={users.length + 1}>
        <colgroup>
          <col style={{ width: isIdShown ? 300 : 84 }} />
          {COLUMNS.map(({ header, width }) => (
            <col key={header} style={{ width }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <button
                type="button"
                className={styles["switch"]}
                title={isIdShown ? "Show the number" : "Show the id"}
                onClick={() => setIsIdShown(!isIdShown)}
              >
                {isIdShown ? "Id" : "Number"}
              </button>
            </th>
            {COLUMNS.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
            <th scope="col">{view === "Expired" ? "Expired On" : "Days Left"}</th>
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} />
          {users.slice(first, end).map((user, i) => (
            <tr key={user.id} aria-rowindex={first + i + 2}>
              <td>{isIdShown ? user.id : user.num}</td>
              <td>
                <button type="button" className={styles["email"]} title={user.email} onClick={() => onOpen(user)}>
                  {user.email}
                </button>
              </td>
              <td>{words(user.confirmed)}</td>
              <td>{user.isLoggedIn || "-"}</td>
              <td>{words(isSubscriber(user, moment))}</td>
              <td>{user.subscriptionType ?? "-"}</td>
              <td>{user.period.at(-1) ?? "-"}</td>
              <td>{dayOf(user.subscription.at(-1))}</td>
              <td>{daysLeftText(user, view, moment)}</td>
            </tr>
          ))}
          <Spacer rows={users.length - end} />
        </tbody>
      </table>
      {users.length === 0 ? <p className={styles["none"]}>No user is found.</p> : undefined}
    </ScrollRegion>
  );
}

/** Stands for the rows that are not in the page, so that the scroll bar is true. */
function Spacer({ rows }: { readonly rows: number }): ReactNode {
  if (rows <= 0) return undefined;
  return (
    <tr className={styles["spacer"]}>
      <td colSpan={COLUMNS.length + 2} style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  );
}

const words = (is: boolean): string => (is ? "True" : "False");
