import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** As much as is read of what axe answers. */
const Results = Type.Object({
  violations: Type.Array(
    Type.Object({
      id: Type.String(),
      impact: Type.Union([Type.String(), Type.Null()]),
      nodes: Type.Array(Type.Object({ html: Type.String(), failureSummary: Type.Optional(Type.String()) })),
    }),
  ),
});

// Both run in the page, which knows other names than this program.
// Addresses of the app stand behind a hash; axe takes the first link for one that skips to a part of the page.
const runAxe = `axe.run({ resultTypes: ['violations'], rules: { 'skip-link': { enabled: false } } })`;
const excessWidth = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;

/** What axe finds wrong on a screen as it stands, of those impacts that are asked for; all when none is named. */
export const violations = async (page: Page, impacts?: readonly string[]): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = Value.Parse(Results, await page.evaluate(runAxe));
  return violations
    .filter(({ impact }) => impacts === undefined || impacts.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
    );
};

/**
 * Looks at a screen as it stands.
 * @returns serious and critical violations of accessibility, and whether it scrolls sideways; empty when it is right
 */
export const wrongOnScreen = async (page: Page): Promise<string[]> => {
  const broken = await violations(page, ['serious', 'critical']);
  const excess = Value.Parse(Type.Number(), await page.evaluate(excessWidth));
  return excess > 0 ? [...broken, `scrolls sideways by ${excess} px`] : broken;
};
