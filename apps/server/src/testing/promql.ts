import type { Sample } from './metrics.ts';

/** A selector of an expression of Prometheus: `name{label="value"}`. */
type Selector = { name: string; matchers: { label: string; operator: string; value: string }[] };

const words = new Set(
  'sum max min count avg rate increase changes abs time topk histogram_quantile by on and or unless ignoring'.split(
    ' ',
  ),
);

/** Labels that Prometheus adds itself, and the bound of a bucket. */
const ofPrometheus: ReadonlySet<string> = new Set(['job', 'instance', 'le']);

/** The selectors of an expression, and the labels it groups by. */
const readExpression = (text: string): { selectors: Selector[]; groupedBy: string[] } => {
  const groupedBy: string[] = [];
  const rest = text
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|on)\s*\(([^)]*)\)/g, (_all, labels: string) => {
      groupedBy.push(...labels.split(',').flatMap((label) => label.trim() || []));
      return ' ';
    });
  const selectors = [...rest.matchAll(/([a-z_][a-z0-9_]*)\s*(\{[^}]*\}|\()?/g)].flatMap(
    ([, name = '', after = '']): Selector[] => {
      if (words.has(name) || after === '(') return [];
      const matchers = [...after.matchAll(/([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
      );
      return [{ name, matchers }];
    },
  );
  return { selectors, groupedBy };
};

/** Values that an expression selects: of `a|b` each. */
const valuesOf = (operator: string, value: string): string[] =>
  operator.includes('~') ? value.split('|') : [value];

/**
 * What an expression names and no server gives.
 * @param samples of a running server
 * @param isKnownValue whether a label may have a value that no sample has now
 */
export const problemsOf = (
  text: string,
  samples: readonly Sample[],
  isKnownValue: (label: string, value: string) => boolean,
): string[] => {
  // Brackets and braces of values would be read as those of the expression.
  const { selectors, groupedBy } = readExpression(text.replaceAll(/"\$[a-z]+"/g, '"any"'));
  const named = selectors.map((selector) => ({
    ...selector,
    samples: samples.filter(({ name }) => name === selector.name),
  }));
  const labels = new Set(named.flatMap(({ samples: own }) => own.flatMap((one) => Object.keys(one.labels))));
  return [
    ...(named.length === 0 ? [`nothing is selected by ${text}`] : []),
    ...groupedBy.filter((label) => !labels.has(label) && !ofPrometheus.has(label)),
    ...named.flatMap(({ name, matchers, samples: own }) => [
      ...(own.length === 0 && name !== 'up' ? [name] : []),
      ...matchers.flatMap(({ label, operator, value }) => {
        if (ofPrometheus.has(label)) return [];
        if (!own.some((one) => label in one.labels)) return [`${name}{${label}}`];
        return valuesOf(operator, value)
          .filter((one) => !own.some((of) => of.labels[label] === one) && !isKnownValue(label, one))
          .map((one) => `${name}{${label}="${one}"}`);
      }),
    ]),
  ];
};
