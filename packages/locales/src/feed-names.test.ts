import { expect, test } from 'vitest';
import { stageName } from './feed-names.ts';
import type { AppMessages } from './gen/app-messages.gen.ts';
import { loadAppCatalogue } from './load-app.ts';
import type { Lan } from './locales.ts';
import { createTranslator } from './translator.ts';

const translator = async (lan: Lan) => createTranslator<AppMessages>(lan, await loadAppCatalogue(lan));

test.each([
  ['Group A', 'Gruppe A'],
  ['Matchday 3', 'Spieltag 3'],
  ['Round of 32', 'Sechzehntelfinale'],
  ['Round of 16', 'Achtelfinale'],
  ['Quarter-finals', 'Viertelfinale'],
  ['Semi-final', 'Halbfinale'],
  ['Match for third place', 'Spiel um Platz 3'],
  ['Final', 'Finale'],
  ['Relegation', 'Relegation'],
])('%s is %s', async (stage, text) => {
  expect(stageName(stage, await translator('de'))).toBe(text);
});

test('English stays as the feed writes it, in the singular', async () => {
  const t = await translator('en');
  expect(['Group A', 'Round of 16', 'Quarter-finals', 'Final'].map((stage) => stageName(stage, t))).toEqual([
    'Group A',
    'Round of 16',
    'Quarter-final',
    'Final',
  ]);
});
