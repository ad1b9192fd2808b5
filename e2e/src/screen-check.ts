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
const runAxe = `axe.run({ resultTypes: ['violations'] })`;
const excessWidth = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;

/**
 * Looks at a screen as it stands.
 * @returns serious and critical violations of accessibility, and whether it scrolls sideways; empty when it is right
 */
export const wrongOnScreen = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = Value.Parse(Results, await page.evaluate(runAxe));
  const broken = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
    );
  const excess = Value.Parse(Type.Number(), await page.evaluate(excessWidth));
  return excess > 0 ? [...broken, `scrolls sideways by ${excess} px`] : broken;
};
