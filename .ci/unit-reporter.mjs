/** Vitest's reporter of `npm test`: what became of each file and each test, and the errors that belong to none. */
import { writeFileSync } from "node:fs";

export default class UnitReporter {
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => ({
      name: module.relativeModuleId,
      hasFailed: module.state() === "failed",
      tests: Array.from(module.children.allTests(), (test) => ({ name: test.fullName, state: test.result().state })),
    }));
    const report = { files, unhandled: unhandled.map(({ message }) => String(message).split("\n")[0]) };
    writeFileSync(process.env.UNIT_REPORT, JSON.stringify(report));
  }
}
