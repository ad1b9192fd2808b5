import { readFileSync } from 'node:fs';
import { reasons } from '@touchline/contract/reasons';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemsOf } from '../../testing/promql.ts';
import { observedSite, type ObservedSite } from '../../testing/scenarios/observed-site.ts';

// The names in deploy/observe, compared with those of a running server.

const read = (path: string): string =>
  readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

const readAs = <S extends TSchema>(schema: S, value: unknown): Static<S> => Value.Parse(schema, value);

const rules = readAs(
  Type.Object({
    groups: Type.Array(
      Type.Object({
        rules: Type.Array(
          Type.Object({
            alert: Type.String(),
            expr: Type.String(),
            labels: Type.Object({ severity: Type.Enum(['critical', 'warning']) }),
            annotations: Type.Object({ summary: Type.String(), runbook_url: Type.String() }),
          }),
        ),
      }),
    ),
  }),
  parse(read('deploy/observe/alerts.yml')),
).groups.flatMap((group) => group.rules);

const panels = readAs(
  Type.Object({
    panels: Type.Array(
      Type.Object({
        title: Type.String(),
        targets: Type.Optional(Type.Array(Type.Object({ expr: Type.String(), legendFormat: Type.String() }))),
      }),
    ),
  }),
  JSON.parse(read('deploy/observe/dashboard.json')),
).panels;

/** Values of labels that need not be there now: reasons of refusals. */
const known: ReadonlySet<string> = new Set(Object.keys(reasons));

let observed: ObservedSite;
beforeAll(async () => {
  observed = await observedSite();
});
afterAll(() => observed?.site.close());

const problemsIn = async (expressions: readonly string[]): Promise<string[]> => {
  const samples = await observed.samples();
  return expressions.flatMap((text) => problemsOf(text, samples, (_label, value) => known.has(value)));
};

test('alert rules name only metrics, labels and values that a server gives', async () => {
  expect(rules.length).toBeGreaterThan(30);
  await expect.poll(() => problemsIn(rules.map(({ expr }) => expr)), { timeout: 30_000 }).toEqual([]);
});

test('the dashboard names only metrics, labels and values that a server gives', async () => {
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(50);
  await expect.poll(() => problemsIn(expressions), { timeout: 30_000 }).toEqual([]);
});

test('the dashboard shows every metric', () => {
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  const registered = observed.site.context.metrics.getMetricsAsArray().map(({ name }) => name);
  const own = registered.filter((name) => name.startsWith('touchline_'));
  expect(own.length).toBeGreaterThan(40);
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

test('each alert has a section in docs/operate.md, and each section an alert', () => {
  const page = read('docs/operate.md');
  const sections = [...page.matchAll(/^### (Touchline\w+)$/gm)].map(([, name = '']) => name);
  expect(rules.map(({ alert }) => alert)).toEqual(sections);
  expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
    sections.map((name) => `docs/operate.md#${name.toLowerCase()}`),
  );
});

const RuleTest = Type.Object({
  input_series: Type.Array(Type.Object({ series: Type.String() })),
  alert_rule_test: Type.Array(
    Type.Object({
      alertname: Type.String(),
      exp_alerts: Type.Array(Type.Object({ exp_labels: Type.Record(Type.String(), Type.String()) })),
    }),
  ),
});

test('the tests of the rules name rules that there are, and expect labels of their series', () => {
  const { tests } = readAs(
    Type.Object({ tests: Type.Array(RuleTest) }),
    parse(read('deploy/observe/alerts.test.yml')),
  );
  const cases = tests.flatMap((one) => one.alert_rule_test.map((each) => ({ ...each, of: one })));
  expect(cases.length).toBeGreaterThan(10);
  expect(cases.filter(({ alertname }) => !rules.some(({ alert }) => alert === alertname))).toEqual([]);
  const strange = cases.flatMap(({ exp_alerts: expected, of }) => {
    const series = of.input_series.map((each) => each.series).join('\n');
    return expected
      .flatMap((each) => Object.entries(each.exp_labels))
      .filter(([label, value]) => label !== 'severity' && !series.includes(`${label}="${value}"`));
  });
  expect(strange).toEqual([]);
});
