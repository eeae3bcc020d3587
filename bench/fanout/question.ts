/** Questions to a process of this bench, and its answers: one message each way. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Asked {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}
interface Answered {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: string;
}

/** @param answers by the name of the question; what it is asked with is what it is called with. */
export function answer(answers: Readonly<Record<string, (argument: never) => Promise<unknown>>>): void {
  process.on("message", ({ id, name, argument }: Asked) => {
    const reply = (message: Omit<Answered, "id">): void => void process.send?.({ id, ...message });
    const given = answers[name];
    if (given === undefined) return reply({ fault: `no question ${name}` });
    given(argument as never).then(
      (value) => reply({ value }),
      (error: unknown) => reply({ fault: String(error instanceof Error ? error.stack : error) }),
    );
  });
  // The bench ended, well or not.
  process.on("disconnect", () => process.exit());
}

export class Process {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #next = 0;

  /** @param file beside this one */
  constructor(file: string, execArgv: readonly string[] = []) {
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
      execArgv: [...process.execArgv, ...execArgv],
      serialization: "advanced",
    });
    this.#child.on("message", ({ id, value, fault }: Answered) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (fault === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(`${file}: ${fault}`));
    });
    this.#child.on("exit", (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${file} ended with code ${code}`));
    });
  }

  ask<Value>(name: string, argument: unknown = {}): Promise<Value> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#child.send({ id, name, argument });
    });
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
