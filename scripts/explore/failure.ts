/** A test that failed: `test` is its name, or what of the file failed; an error outside of all tests has no file. */
export type Failure = { file: string; test: string; error: string };

/** Names a failed test. Two rounds have the same name for the same test. */
export const nameOf = ({ file, test }: Failure): string => `${file} > ${test}`;

/** What fast-check found: the values that reproduce it, and the smallest example, each as it can be pasted. */
type Found = { replay: string; example: string; cause: string };

const report =
  /\{ (?<replay>seed: -?\d+, path: "[\d:]+"), endOnFailure: true \}\nCounterexample: (?<example>[^]*?)\nShrunk \d+ time\(s\)(?<cause>[^]*)/;

/** Reads the error of a property. @returns undefined for the error of any other test */
export const readFound = (error: string): Found | undefined => {
  const { replay, example, cause = '' } = report.exec(error)?.groups ?? {};
  if (replay === undefined || example === undefined) return undefined;
  const lines = cause.replace(/\n\nHint: [^]*/, '').split('\n');
  return {
    replay,
    example,
    cause: lines
      .filter((line) => !line.includes('/node_modules/'))
      .join('\n')
      .trim(),
  };
};

/** The text about a failure, with the lines to paste into its test. */
export const describeFailure = (failure: Failure, seed: number): string => {
  const found = readFound(failure.error);
  const lines =
    found === undefined
      ? [failure.error]
      : [
          found.cause,
          `smallest example: ${found.example}`,
          'to paste into the options of fc.assert:',
          `  examples: [${found.example}],`,
          // The path leads to the example only for lists of the same length.
          `  or, where it fails in the usual run too: ${found.replay},`,
        ];
  const again = `again: npm run explore -- --seed ${seed} ${failure.file}`;
  return [`FAILED ${nameOf(failure)}`, ...[...lines, again].map((line) => line.replace(/^/gm, '  '))].join(
    '\n',
  );
};
