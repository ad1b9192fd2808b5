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
// Addresses of the app follow a hash; axe takes the first link for one that skips to a part of the page.
// The size of targets is a rule of WCAG 2.2, which axe leaves out unless asked.
const rules = { 'skip-link': { enabled: false }, 'target-size': { enabled: true } };
const runAxe = (only?: readonly string[]): string =>
  `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(only === undefined ? { rules } : { runOnly: only }) })})`;
const excessWidth = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;

/**
 * Finds accessibility problems of the current screen by axe.
 * @param impacts those to report; all when none is named
 * @param only rules that are looked at; all of WCAG 2.2 AA and good practice when none is named
 */
export const violations = async (
  page: Page,
  impacts?: readonly string[],
  only?: readonly string[],
): Promise<string[]> => {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const { violations } = Value.Parse(Results, await page.evaluate(runAxe(only)));
  return violations
    .filter(({ impact }) => impacts === undefined || impacts.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
    );
};

/**
 * Checks the current screen.
 * @returns serious and critical violations of accessibility, and whether it scrolls sideways; empty when it is right
 */
export const wrongOnScreen = async (page: Page): Promise<string[]> => {
  const broken = await violations(page, ['serious', 'critical']);
  const excess = Value.Parse(Type.Number(), await page.evaluate(excessWidth));
  return excess > 0 ? [...broken, `scrolls sideways by ${excess} px`] : broken;
};
