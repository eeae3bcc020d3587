import type { ReactNode } from "react";
import type { OperatorStatus } from "#contract/wire/http/operator.ts";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { LogoMark } from "../../components/icons.tsx";
import { timeText } from "../../format/time-text.ts";
import { PRODUCT_NAME } from "../product.ts";
import { PageLink } from "../routing/PageLink.tsx";
import { usePageTitle } from "../routing/page-title.ts";
import { HOME } from "../routing/paths.ts";
import { useElsewhere } from "../routing/use-elsewhere.ts";
import { ThemeToggle } from "../shell/ThemeToggle.tsx";
import { Figures, Section, Table } from "./sections.tsx";
import styles from "./status.module.css";
import {
  ageText,
  bytesText,
  countText,
  durationText,
  frameTitle,
  percentText,
  type Rates,
  ratesOf,
} from "./status-figures.ts";
import { useReadings } from "./use-readings.ts";

/** How the server is doing, for its operator: feed, rooms, clients, lag, journal, archive. Administrators only. */
export function StatusPage(): ReactNode {
  usePageTitle("Status");
  const { now, before, problem, isRefused } = useReadings();
  const isElsewhere = useElsewhere(isRefused);
  const rates = now && before && ratesOf(before, now);
  return (
    <div className={styles["page"]}>
      <header className={styles["header"]}>
        <PageLink className={styles["brand"]} to={HOME}>
          <LogoMark size={22} />
          {PRODUCT_NAME}
        </PageLink>
        <h1 className={styles["title"]}>Status</h1>
        {now === undefined ? undefined : <Verdict status={now.status} isOld={problem !== undefined} />}
        <div className={styles["right"]}>
          {now === undefined || problem === undefined ? undefined : <span role="alert">{problem}</span>}
          <ThemeToggle />
        </div>
      </header>
      <main className={styles["main"]}>
        {now === undefined ? (
          <EmptyState message={(isElsewhere ? undefined : problem) ?? "Asking the server"} />
        ) : (
          <Sections status={now.status} rates={rates} />
        )}
      </main>
    </div>
  );
}

function Verdict({ status, isOld }: { readonly status: OperatorStatus; readonly isOld: boolean }): ReactNode {
  const isWell = status.checks.every(({ ok }) => ok);
  return (
    <span className={styles["verdict"]} data-tone={isOld ? "old" : isWell ? "ok" : "danger"}>
      {isOld ? "Not answering" : isWell ? "Ready" : "Not ready"}
    </span>
  );
}

const STATES = { live: "Live", closed: "Closed", silent: "Silent", faulty: "Faulty" } as const;

function Sections({
  status,
  rates,
}: {
  readonly status: OperatorStatus;
  readonly rates: Rates | undefined;
}): ReactNode {
  const { process, exchange, checks, segments, market, clients, frames, journal, archive } = status;
  const perSecond = (figure: number | undefined): string => (figure === undefined ? "-" : countText(figure));
  return (
    <>
      <Section title="Feed">
        <Table
          head={["Segment", "State", "Last change", "Reason"]}
          rows={segments.map(({ segment, state, ageMs, reason }) => ({
            key: segment,
            tone: state === "live" ? "ok" : state === "closed" ? undefined : "danger",
            cells: [segment, STATES[state], ageText(ageMs), reason ?? ""],
          }))}
          empty="This process reads no feed"
        />
        <Figures
          rows={[
            ["Source", exchange.source],
            ["Exchange time", `${exchange.date} ${timeText(exchange.minute, true)}`],
            ["Rate", `${exchange.rate}x`],
            ["Rooms", countText(market.rooms)],
            ["Instruments", countText(market.instruments)],
          ]}
        />
      </Section>
      <Section title="Checks">
        <Table
          head={["Check", "Result", "Detail"]}
          rows={checks.map(({ name, ok, detail }) => ({
            key: name,
            tone: ok ? "ok" : "danger",
            cells: [name, ok ? "ok" : "failing", detail],
          }))}
        />
      </Section>
      <Section title="Clients">
        <Figures
          rows={[
            ...Object.entries(clients.sockets).map(
              ([path, count]) => [`Sockets on ${path}`, countText(count)] as const,
            ),
            ["Rooms joined", countText(clients.joined)],
            ["Held back, slow readers", countText(clients.lagging)],
            ["Refused since start", countText(clients.refused)],
            ["Frames delivered a second", perSecond(rates?.delivered)],
            ["Frames encoded a second", perSecond(rates?.encoded)],
            ["Bytes encoded a second", rates === undefined ? "-" : bytesText(rates.bytes)],
          ]}
        />
        <Table
          head={["Frames since start", "Encoded", "Bytes", "Delivered"]}
          rows={Object.entries(frames).map(([kind, { encoded, bytes, delivered }]) => ({
            key: kind,
            title: frameTitle(kind),
            cells: [kind, countText(encoded), bytesText(bytes), countText(delivered)],
          }))}
          empty="None yet"
        />
      </Section>
      <Section title="Journal and archive">
        <Figures
          rows={[
            ["Minutes journalled since start", countText(journal.minutes)],
            ["Bytes", bytesText(journal.bytes)],
            [
              "Mean append",
              journal.minutes === 0 ? "-" : `${((journal.seconds / journal.minutes) * 1000).toFixed(1)} ms`,
            ],
            ["Days archived", countText(archive.days)],
            ["Oldest", archive.oldest ?? "-"],
            ["Newest", archive.newest ?? "-"],
          ]}
        />
      </Section>
      <Section title="Process">
        <Figures
          rows={[
            ["Role", process.role],
            ["Up", durationText(process.uptimeSeconds)],
            ["CPU, of one core", rates === undefined ? "-" : percentText(rates.cpu)],
            ["Memory", bytesText(process.rssBytes)],
            ["Event loop lag, p99", `${process.loopLagMs.toFixed(1)} ms`],
          ]}
        />
      </Section>
    </>
  );
}
