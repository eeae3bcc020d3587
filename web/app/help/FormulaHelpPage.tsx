import type { ReactNode } from "react";
import { compileFormula } from "#contract/domain/formula/compile.ts";
import { SCAN_FIELDS } from "#contract/domain/formula/scan.ts";
import { errorText, MAX_TOKENS } from "#contract/domain/formula/tokens.ts";
import { FUNCTION_WORDS, OPERATOR_WORDS, SAMPLE, type Words } from "#contract/domain/formula/words.ts";
import { FIELDS } from "../../screens/option-chain-new/settings/builder.ts";
import styles from "./help.module.css";
import { HOSTS, WRONG } from "./hosts.ts";

/** The language of formulas, made from its own table of functions: what it has, where it is used, what it says of errors. */
export function FormulaHelpPage(): ReactNode {
  return (
    <div className={styles["page"]}>
      <article className={styles["text"]}>
        <h1>Formulas</h1>
        <p>
          One language everywhere. A formula reads fields by their names, in any case; a name with signs may stand in
          brackets: [Vol * Vwap]. A condition is 1 where it holds and 0 where it does not. What is not known is no
          figure, shown as '-', and makes no figure of what it takes part in. A formula has at most {MAX_TOKENS} parts,
          and stands in one line.
        </p>
        <h2>Where formulas are used</h2>
        <dl className={styles["hosts"]}>
          {HOSTS.map(({ name, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <h2>Functions</h2>
        <p>
          The examples are of one contract: {sampleText(SAMPLE.now)}. Fifteen minutes ago: {sampleText(SAMPLE[15])}. At
          the open: {sampleText(SAMPLE.open)}.
        </p>
        <WordTable name="Functions" words={FUNCTION_WORDS} />
        <h2>Signs and words</h2>
        <p>
          Products go before sums, sums before comparisons, comparisons before 'and', 'and' before 'or'; what is alike
          goes from left to right. Brackets change the order.
        </p>
        <WordTable name="Signs and words" words={OPERATOR_WORDS} />
        <h2>What is said of an error</h2>
        <p>The place counts from the first character.</p>
        <table aria-label="Errors">
          <thead>
            <tr>
              <th scope="col">Formula</th>
              <th scope="col">What is said</th>
            </tr>
          </thead>
          <tbody>
            {WRONG.map((formula) => (
              <tr key={formula}>
                <td>
                  <code>{formula}</code>
                </td>
                <td>{errorOf(formula)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>Fields of the option chain</h2>
        <p>{FIELDS.join(", ")}. Each is that of the column's own side.</p>
        <h2>Fields of scans</h2>
        <dl className={styles["fields"]}>
          {Object.entries(SCAN_FIELDS).map(([field, meaning]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </article>
    </div>
  );
}

function WordTable({
  name,
  words,
}: {
  readonly name: string;
  readonly words: Readonly<Record<string, Words>>;
}): ReactNode {
  return (
    <table aria-label={name}>
      <thead>
        <tr>
          <th scope="col">Form</th>
          <th scope="col">What it gives</th>
          <th scope="col">Example</th>
          <th scope="col">gives</th>
        </tr>
      </thead>
      {Object.entries(words).map(([word, { form, meaning, examples }]) => (
        <tbody key={word}>
          {examples.map(([formula, result], i) => (
            <tr key={formula}>
              {i > 0 ? undefined : (
                <>
                  <th scope="rowgroup" rowSpan={examples.length}>
                    <code>{form}</code>
                  </th>
                  <td rowSpan={examples.length}>{meaning}</td>
                </>
              )}
              <td>
                <code>{formula}</code>
              </td>
              <td className={styles["figure"]}>{figureText(result)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const figureText = (value: number): string => (Number.isNaN(value) ? "-" : value.toLocaleString("en-IN"));

const sampleText = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .map(([field, value]) => `${field} ${figureText(value)}`)
    .join(", ");

function errorOf(formula: string): string {
  const compiled = compileFormula(formula, FIELDS);
  return compiled.ok ? "" : errorText(compiled.error);
}
