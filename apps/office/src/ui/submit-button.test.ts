import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Forms that say in words of their own, next to the button, why it is grey: what they preview is missing or has moved. */
const sayThemselves = [
  'pages/matches/results/result-form.tsx',
  'pages/matches/results/void-form.tsx',
  'pages/rules/write-text.tsx',
  'pages/settings/review.tsx',
];

test('no button that sends a form is grey without saying why', () => {
  const folder = new URL('../', import.meta.url).pathname;
  const found = globSync('**/*.tsx', { cwd: folder }).filter((path) => {
    const source = readFileSync(`${folder}${path}`, 'utf8');
    return (source.match(/<Button[^]*?\n? *>/g) ?? []).some(
      (button) => button.includes('type="submit"') && button.includes('disabled='),
    );
  });
  expect(found.filter((path) => path !== 'ui/submit-button.tsx').toSorted()).toEqual(sayThemselves);
});
