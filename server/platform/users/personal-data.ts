/**
 * What is kept about a person, asked of every module that keeps some: each registers what it has under a name. Rows go
 * with the account by their foreign keys; what must be kept all the same (invoices) says so where it is kept.
 */

/** @returns JSON values; undefined where there is nothing. Never a secret or a hash of one. */
export type PersonalDataSource = (accountId: string) => Promise<unknown>;

export interface PersonalData {
  /** @throws Error for a name that is taken. */
  register(name: string, source: PersonalDataSource): void;
  /** Everything about the account, by name. */
  export(accountId: string): Promise<Readonly<Record<string, unknown>>>;
}

export function createPersonalData(): PersonalData {
  const sources = new Map<string, PersonalDataSource>();
  return {
    register(name, source) {
      if (sources.has(name)) throw new Error(`personal data ${name} is registered twice`);
      sources.set(name, source);
    },
    async export(accountId) {
      const entries = await Promise.all(
        [...sources].map(async ([name, source]) => [name, await source(accountId)] as const),
      );
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    },
  };
}
