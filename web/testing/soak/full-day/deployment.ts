/** The product as an operator with one machine too few runs it: two feeds, two edges, Redis and PostgreSQL, as they are built. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createAccountRepository } from "../../../../server/modules/accounts/account-repository.ts";
import { createPasswords } from "../../../../server/modules/accounts/password.ts";
import { systemClock } from "../../../../server/platform/clocks.ts";
import { openDatabase } from "../../../../server/platform/database/db.ts";
import { silentLog } from "../../../../server/platform/log.ts";
import { PASSWORD } from "../../../../server/testing/http/password.ts";
import { createMember, leaderOf, type Member } from "../../../../server/testing/processes/cluster.ts";
import { imageAllocator } from "../../../../server/testing/processes/image-allocator.ts";
import {
  findPostgres,
  findRedis,
  type Service,
  startPostgres,
  startRedis,
} from "../../../../server/testing/processes/services.ts";
import { removeTemporaryFolders } from "../../../../server/testing/temporary-folder.ts";
import { until } from "../board-tab.ts";

const MAIN = fileURLToPath(new URL("../../../../dist/server/main.js", import.meta.url));
/** How long what was ended stays away. */
const AWAY_MS = 1500;
const YEAR_MS = 365 * 86_400_000;

export interface User {
  readonly email: string;
  readonly password: string;
}

export interface Deployment {
  readonly feeds: readonly Member[];
  readonly edges: readonly Member[];
  /** By what they are called; each resolves when what it ended is up again. */
  readonly faults: Readonly<Record<string, () => Promise<void>>>;
  /** The data folder. */
  readonly folder: string;
  /** All that the processes have printed, those that were killed as well. */
  output(): string;
  /** Subscribers. */
  addUsers(emails: readonly string[]): Promise<readonly User[]>;
  stop(): Promise<void>;
}

/** The program that is missing here; undefined where nothing is. */
export function missingService(): string | undefined {
  if (findRedis() === undefined) return "Redis is not installed";
  if (findPostgres() === undefined) return "PostgreSQL is not installed";
  return imageAllocator() === undefined ? "libjemalloc2 is not installed" : undefined;
}

/** @param environment of every process, besides what the deployment needs */
export async function startDeployment(environment: Readonly<Record<string, string>>): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-soak-"));
  const tidy = (): void => {
    removeTemporaryFolders();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once("exit", tidy); // also where it is ended before its time
  let redis = await startRedis(findRedis() ?? "");
  let postgres = await startPostgres(findPostgres() ?? "");
  const shared = {
    ...environment,
    ...imageAllocator(),
    REDIS_URL: redis.url,
    DATABASE_URL: postgres.url,
    APP_SECRET: "s".repeat(40),
    DATA_DIR: folder,
  };
  const members = (role: string): Promise<Member[]> =>
    Promise.all([1, 2].map(() => createMember({ ...shared, ROLE: role }, MAIN)));
  const [feeds, edges] = [await members("feed"), await members("edge")];
  for (const member of [...feeds, ...edges]) member.start();
  await Promise.all(edges.map((edge) => edge.ready()));

  /** What those printed that were killed. */
  const last: string[] = [];
  const leader = (): Promise<Member> => until(() => leaderOf(feeds), "a leader and a standby");
  async function restart(member: Member): Promise<void> {
    last.push(member.output);
    await member.kill();
    await sleep(AWAY_MS);
    member.start();
  }
  async function again(service: Service): Promise<Service> {
    await service.stop();
    await sleep(AWAY_MS);
    return service.again();
  }

  return {
    feeds,
    edges,
    folder,
    faults: {
      async "the leading feed is killed"() {
        await restart(await leader());
        await leader();
      },
      async "an edge is killed"() {
        const [edge] = edges;
        if (edge === undefined) return;
        await restart(edge);
        await edge.ready();
      },
      async "Redis is restarted"() {
        redis = await again(redis);
      },
      async "PostgreSQL is restarted"() {
        postgres = await again(postgres);
      },
    },
    output: () => [...last, ...[...feeds, ...edges].map(({ output }) => output)].join("\n"),
    addUsers: (emails) => addUsers(postgres.url, emails),
    async stop() {
      await Promise.all([...edges, ...feeds].map((member) => member.kill()));
      await redis.stop();
      await postgres.stop();
      tidy();
    },
  };
}

async function addUsers(url: string, emails: readonly string[]): Promise<readonly User[]> {
  const database = await openDatabase({ url, folder: "", log: silentLog, onFailure: console.error });
  try {
    const now = systemClock.now();
    const facts = { createdAt: new Date(now), confirmedAt: new Date(now), validUntil: new Date(now + YEAR_MS) };
    const hash = await createPasswords().hash(PASSWORD); // a login costs what it costs
    for (const email of emails) {
      const account = { email, name: "A Trader", passwordHash: hash, plan: "live", planPaid: true, ...facts } as const;
      await createAccountRepository(database.orm).insert(account);
    }
    return emails.map((email) => ({ email, password: PASSWORD }));
  } finally {
    await database.close();
  }
}
