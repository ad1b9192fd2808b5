import { describe, expect, test } from 'vitest';
import { accountPattern } from '@touchline/contract/limits';
import { plainCode } from '@touchline/kit/typed-text';
import { Refused } from '../core/refusal.ts';
import { createAccessTokens } from './access-token.ts';
import { generatedAccount, judgeAge } from './register.ts';
import { identityKey, isAreaRefused, readSignIn } from './identity.ts';
import { newInvitationCode } from './invitation-code.ts';
import { createPasswordHasher } from './passwords/password-hash.ts';
import { createRefreshTokens } from './refresh-token.ts';

describe('age', () => {
  test.each([
    ['2008-06-11', '2026-06-11', 'of_age'],
    ['2008-06-12', '2026-06-11', 'under_age'],
    ['2008-02-29', '2026-02-28', 'under_age'],
    ['2008-02-29', '2026-03-01', 'of_age'],
    ['2026-06-11', '2026-06-11', 'under_age'],
    ['2026-06-12', '2026-06-11', 'no_birth_date'],
    ['2027-01-01', '2026-06-11', 'no_birth_date'],
    ['2008-02-29', '2028-02-29', 'of_age'],
    ['2008-02-28', '2026-02-28', 'of_age'],
    ['2008-03-01', '2026-02-28', 'under_age'],
    ['1906-06-11', '2026-06-11', 'of_age'],
    ['1906-06-10', '2026-06-11', 'no_birth_date'],
    ['0001-01-01', '2026-06-11', 'no_birth_date'],
  ])('born %s is on %s %s', (birthDate, today, judged) => {
    expect(judgeAge(birthDate, today, 18)).toBe(judged);
  });
});

describe('identities to sign in by', () => {
  test.each([
    ['Anna.Berg', 'account anna.berg'],
    ['A@B.org', 'email a@b.org'],
    ['07400 123456', 'mobile 44 7400123456'],
    ['+49 151 23456789', 'mobile 49 15123456789'],
    ['12', 'account 12'],
    ['\u202d+44 7400124779\u202c', 'mobile 44 7400124779'],
    ['\u200e+44 7400 124779', 'mobile 44 7400124779'],
    ['0044 7400 124779', 'mobile 44 7400124779'],
    ['0049 151 23456789', 'mobile 49 15123456789'],
    ['tel:+44-7400-124779', 'mobile 44 7400124779'],
    ['+44 (0)7400 124779', 'mobile 44 7400124779'],
    ['07400‑103330', 'mobile 44 7400103330'],
    ['07400/434459', 'mobile 44 7400434459'],
    ['٠٧٤٠٠٢٨٦٩٥٢', 'mobile 44 7400286952'],
    ['０７４００７７１１８５', 'mobile 44 7400771185'],
    ['+52 1 55 1234 5678', 'mobile 52 5512345678'],
    ['+52 55 1234 5678', 'mobile 52 5512345678'],
    ['+54 9 11 6123 4567', 'mobile 54 91161234567'],
    ['+54 11 6123 4567', 'mobile 54 91161234567'],
    ['+52 01 55 1234 5678', 'mobile 52 5512345678'],
    ['+55 11 8123 4567', 'mobile 55 11981234567'],
    ['+55 11 98123 4567', 'mobile 55 11981234567'],
    ['+229 97 12 34 56', 'mobile 229 0197123456'],
    ['\u202danna@example.org\u202c', 'email anna@example.org'],
    ['an\u200bna.berg', 'account anna.berg'],
    ['ａｎｎａ．ｂｅｒｇ', 'account anna.berg'],
  ])('%s is "%s"', (text, key) => {
    expect(identityKey(readSignIn(text, '44'))).toBe(key);
  });
});

describe('refused areas', () => {
  test('a code of several countries is judged by the number, else by any of them', () => {
    const refused = new Set(['US']);
    expect(isAreaRefused('1', '2015550123', refused)).toBe(true);
    expect(isAreaRefused('1', '5062345678', refused)).toBe(false);
    expect(isAreaRefused('1', undefined, refused)).toBe(true);
    expect(isAreaRefused('49', undefined, refused)).toBe(false);
    expect(isAreaRefused('999', undefined, refused)).toBe(true);
  });
});

describe('generated names and codes', () => {
  test('usernames are valid and readable', () => {
    for (let i = 0; i < 500; i++) expect(generatedAccount()).toMatch(new RegExp(accountPattern));
  });
  test('invitation codes are read as they were made', () => {
    for (let i = 0; i < 500; i++) {
      const code = newInvitationCode();
      expect(plainCode(` ${code.toLowerCase()} `)).toBe(code);
    }
  });
});

const secret = new Uint8Array(32).fill(1);

describe('access tokens', () => {
  const member = { id: 'm', shard: 9, sessionId: 's' };
  const tokensAt = (clock: { ms: number }, ended = new Set<string>(), key = secret) =>
    createAccessTokens({ secret: key, isEnded: (id) => ended.has(id), nowMs: () => clock.ms });
  const reason = (work: () => unknown): string | undefined => {
    try {
      work();
      return undefined;
    } catch (error) {
      return error instanceof Refused ? error.reason : 'fault';
    }
  };

  test('of another secret are forged; in another process with the same secret they are good', () => {
    const clock = { ms: 0 };
    const { token } = tokensAt(clock).issue(member);
    expect(tokensAt(clock).verify(token)).toEqual(member);
    const other = tokensAt(clock, new Set(), new Uint8Array(32).fill(2));
    expect(reason(() => other.verify(token))).toBe('sign_in');
  });

  test('that are remembered still expire and end', () => {
    const clock = { ms: 0 };
    const ended = new Set<string>();
    const tokens = tokensAt(clock, ended);
    const { token, expiresAt } = tokens.issue(member);
    expect(tokens.verify(token)).toEqual(member);
    clock.ms = expiresAt.getTime();
    expect(reason(() => tokens.verify(token))).toBe('token_expired');
    ended.add('s');
    expect(reason(() => tokens.verify(token))).toBe('sign_in');
  });
});

describe('refresh tokens', () => {
  const tokens = createRefreshTokens(secret);
  const id = '0197a000-0000-7000-8000-000000000001';

  test('follow each other in one line, and read back', () => {
    const first = tokens.first(id);
    const second = tokens.after(first);
    expect(tokens.after(first)).toEqual(second);
    expect(second.text).not.toBe(first.text);
    expect(tokens.read(second.text)).toEqual(second);
    expect(tokens.first(id).text).not.toBe(first.text);
  });

  test('of another secret are not read', () => {
    expect(createRefreshTokens(new Uint8Array(32).fill(2)).read(tokens.first(id).text)).toBeUndefined();
  });
});

describe('password hashes', () => {
  const hasher = createPasswordHasher({ memoryKib: 64 });

  test('are salted, name their parameters, and match the right password only', async () => {
    const stored = await hasher.hash('grün7 Tee');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await hasher.hash('grün7 Tee')).not.toBe(stored);
    expect(await hasher.verify('grün7 Tee', stored)).toBe(true);
    expect(await hasher.verify('grün7 Tee'.normalize('NFD'), stored)).toBe(true);
    expect(await hasher.verify('grun7 Tee', stored)).toBe(false);
    expect(await hasher.verify('grün7 Tee', undefined)).toBe(false);
    expect(await createPasswordHasher().verify('grün7 Tee', stored)).toBe(true);
  });

  test('cost what the product promises, unless the settings ask for less', async () => {
    expect(await createPasswordHasher().hash('x')).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  });

  test('are made a few at a time; a full queue refuses', async () => {
    const narrow = createPasswordHasher({ memoryKib: 64, running: 1, waiting: 2 });
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('x')));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => reason.reason)).toEqual(['unavailable', 'unavailable']);
    await expect(narrow.hash('x')).resolves.toBeDefined();
  });
});
