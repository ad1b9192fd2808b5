import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('../../', import.meta.url);

/** Forms of which leaving loses one word, or which are asked for in the page that keeps the rest. */
const short = [
  'features/queue/decision.tsx',
  'features/trading/ask.tsx',
  'pages/account/account.tsx',
  'pages/account/passkeys.tsx',
  'pages/account/second-factor.tsx',
  'pages/imports/import-view.tsx',
  'pages/matches/markets/price-form.tsx',
  'pages/settings/review.tsx',
  'pages/settings/setting-panel.tsx',
  'pages/sign-in/ask-access.tsx',
  'pages/sign-in/choose-password.tsx',
  'pages/sign-in/first.tsx',
  'pages/sign-in/sign-in.tsx',
  'pages/withdrawals/payout-hold.tsx',
];

it('every long form asks before what was typed into it is left', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx'));
  const forms = files
    .map((file) => ({ file, text: readFileSync(new URL(file, source), 'utf8') }))
    .filter(({ text }) => text.includes('<form'));
  const silent = forms.filter(({ text }) => !text.includes('<Unsaved')).map(({ file }) => file);
  expect(silent.toSorted()).toEqual(short);
});
