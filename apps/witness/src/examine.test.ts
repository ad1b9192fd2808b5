import { parseVerifierKey } from '@touchline/verify/keys';
import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { examine } from './examine.ts';
import { createTestLog } from './testing/test-log.ts';

const house = createTestLog();
const forked = createTestLog({ fork: 10 });
const logs = new Map([[house.origin, [parseVerifierKey(house.vkey)]]]);

function evidence(parts: { cosigned: string | null; refused: string; origin?: string; v?: number }): string {
  return JSON.stringify({ v: 1, origin: house.origin, ...parts });
}

test('two trees of one size are proven', () => {
  const { proven, lines } = examine(
    evidence({ cosigned: house.checkpoint(20), refused: forked.checkpoint(20) }),
    logs,
  );
  expect(proven).toBe(true);
  expect(lines).toEqual([
    'Log house.example/log signed both: 20 entries (cosigned), 20 entries (refused).',
    'Proven: two histories of one size.',
  ]);
});

test.each([
  [
    'another size',
    evidence({ cosigned: house.checkpoint(20), refused: forked.checkpoint(15) }),
    'proof from 15 to 20',
  ],
  ['one tree', evidence({ cosigned: house.checkpoint(9), refused: forked.checkpoint(9) }), 'the same tree'],
  ['nothing cosigned', evidence({ cosigned: null, refused: house.checkpoint(0) }), 'Nothing was cosigned'],
  [
    'the signature of somebody else',
    evidence({
      cosigned: house.checkpoint(20),
      refused: createTestLog({ fork: 10, seed: 8 }).checkpoint(20),
    }),
    'under "refused"',
  ],
  [
    'a changed root',
    evidence({ cosigned: house.checkpoint(20).replace('\n20\n', '\n21\n'), refused: house.checkpoint(21) }),
    'under "cosigned"',
  ],
])('with %s nothing is proven', (_, text, line) => {
  const { proven, lines } = examine(text, logs);
  expect(proven).toBe(false);
  expect(lines.at(-1)).toContain(line);
});

test.each(['', '[]', '{"v":2}', evidence({ cosigned: '', refused: '', origin: 'other' })])(
  '%j is no evidence',
  (text) => {
    expect(() => examine(text, logs)).toThrow(ConfigError);
  },
);
