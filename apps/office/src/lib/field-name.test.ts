import { routes } from '@touchline/contract/routes';
import { expect, test } from 'vitest';
import { namedFields } from './field-name.ts';

/** What the page itself fills in: ids, versions, keys, choices, and what a browser makes. */
const ofThePage = [
  'challenge',
  'decision',
  'disabled',
  'draft',
  'dryRun',
  'event',
  'fileHash',
  'hash',
  'id',
  'key',
  'line',
  'locked',
  'market',
  'means',
  'network',
  'neutral',
  'off',
  'originSeen',
  'others',
  'payment',
  'place',
  'response',
  'ruling',
  'seen',
  'stop',
  'supportKind',
  'sure',
  'tone',
  'undo',
  'unknown',
  'version',
  'walletVersion',
];

test('each field of a call that changes something has a name for its operator, or is filled in by the page', () => {
  const changing = Object.values(routes).filter(
    ({ name, method }) => name.startsWith('office') && method === 'POST',
  );
  const fields = new Set(changing.flatMap(({ input }) => Object.keys(input.properties)));
  expect([...fields].toSorted()).toEqual([...namedFields, ...ofThePage].toSorted());
});
