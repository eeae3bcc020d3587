/** Reads what the parts of the server count on its one registry: current values, summed over the labels not asked for. */
import type { Registry } from "prom-client";

export interface Readings {
  /** 0 for a metric that nobody has registered or counted yet. */
  total(name: string): number;
  /** The values by one label. */
  by(name: string, label: string): Readonly<Record<string, number>>;
}

interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
}

export async function takeReadings(registry: Registry): Promise<Readings> {
  const samples = new Map<string, Sample[]>();
  for (const { name, values } of await registry.getMetricsAsJSON()) {
    for (const sample of values as (Sample & { metricName?: string })[]) {
      // The sum and count of a histogram are samples of names of their own.
      const key = sample.metricName ?? name;
      const known = samples.get(key);
      if (known) known.push(sample);
      else samples.set(key, [sample]);
    }
  }
  const of = (name: string): readonly Sample[] => samples.get(name) ?? [];
  return {
    total: (name) => of(name).reduce((sum, { value }) => sum + value, 0),
    by(name, label) {
      const values: Record<string, number> = {};
      for (const { labels, value } of of(name)) {
        const key = String(labels[label] ?? "");
        values[key] = (values[key] ?? 0) + value;
      }
      return values;
    },
  };
}
