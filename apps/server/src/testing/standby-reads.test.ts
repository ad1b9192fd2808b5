import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('../../', import.meta.url));

const sources = readdirSync(join(server, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter(
    (path) =>
      path.endsWith('.ts') && !/\.test\.ts$|\.gen\.ts$|\/testing\/|^src\/operations\/seed\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }));

/** Code that moves members' money, or reads what such a move depends on. */
const isOfMoney = (path: string): boolean =>
  /^src\/(ledger|safer-play|betting\/(placing|live-delay|returns|cash-out|editing|bets|settlement|exposure)|payments\/(recharges|withdrawals|payout-methods|turnover)|growth\/check-in)\//.test(
    path,
  ) || path === 'src/growth/commission/pay.ts';

/** Reads that a standby may answer, and may be some seconds old: reports of the office, and public pages. */
const mayUseStandby: Readonly<Record<string, readonly string[]>> = {
  'reports of the office': ['src/betting/report/service.ts', 'src/office/open.ts'],
  'public pages of football': ['src/catalogue/matches/matches.ts'],
  'the public page of the house': ['src/proofs/published-figures/fold-service.ts'],
};

test('a standby answers the listed reads alone, and none of money', () => {
  const readers = sources.filter(({ text }) => /\breading\.read\(/.test(text)).map(({ path }) => path);
  expect(readers.toSorted()).toEqual(Object.values(mayUseStandby).flat().toSorted());
  expect(readers.filter(isOfMoney)).toEqual([]);
  // Only files that open modules hand it on; no other file reaches the connections of a standby.
  const holders = sources
    .filter(
      ({ path, text }) =>
        /\breading\b/.test(text) &&
        /core\/(database\/standby|module)|: Context\b/.test(text) &&
        !readers.includes(path),
    )
    .map(({ path }) => path);
  expect(holders.filter((path) => !/\/(open|server|module|standby)\.ts$/.test(path))).toEqual([]);
});
