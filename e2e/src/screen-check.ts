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

type Look = {
  /** Impacts to report; all when none is named. */
  impacts?: readonly string[];
  /** Rules that are looked at; all of WCAG 2.2 AA and good practice when none is named. */
  only?: readonly string[];
  /** Rules that are left out, because another look has seen them. */
  without?: readonly string[];
};

// Both run in the page, which knows other names than this program.
const runAxe = ({ only, without = [] }: Look): string => {
  // Addresses of the app follow a hash; axe takes the first link for one that skips to a part of the page.
  // The size of targets is a rule of WCAG 2.2, which axe leaves out unless asked.
  const rules = {
    'skip-link': { enabled: false },
    'target-size': { enabled: true },
    ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  // What axe would fetch beforehand serves rules about media and turned screens, which it leaves out here.
  const options = { resultTypes: ['violations'], preload: false };
  return `axe.run(${JSON.stringify(only === undefined ? { ...options, rules } : { ...options, runOnly: only })})`;
};
const excessWidth = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;

/** Finds accessibility problems of the current screen by axe. @returns one line for each */
export const violations = async (page: Page, look: Look = {}): Promise<string[]> => {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const { violations } = Value.Parse(Results, await page.evaluate(runAxe(look)));
  return violations
    .filter(({ impact }) => look.impacts === undefined || look.impacts.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
    );
};

/** How much wider the current screen is than its window, pixels. */
export const excessOf = async (page: Page): Promise<number> =>
  Value.Parse(Type.Number(), await page.evaluate(excessWidth));

/**
 * Checks the current screen.
 * @returns serious and critical violations of accessibility, and whether it scrolls sideways; empty when it is right
 */
export const wrongOnScreen = async (page: Page, look: Pick<Look, 'without'> = {}): Promise<string[]> => {
  const broken = await violations(page, { ...look, impacts: ['serious', 'critical'] });
  const excess = await excessOf(page);
  return excess > 0 ? [...broken, `scrolls sideways by ${excess} px`] : broken;
};
