import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

describe('passwords tried first are refused', () => {
  test.each([
    ...[
      '123456',
      '12345678',
      '1234567890',
      '654321',
      '987654321',
      '111111',
      '000000',
      '121212',
      '123123',
      '112233',
    ],
    ...[
      '111222',
      '11112222',
      '159753',
      '147258369',
      '5201314',
      '789456123',
      '102030',
      '696969',
      '123321',
      '666888',
    ],
    ...[
      'qwerty',
      'qwertyuiop',
      'qwerty123',
      'QWERTY1',
      'asdfgh',
      'zxcvbnm',
      '1q2w3e4r',
      '1qaz2wsx',
      'qazwsx',
      'qwer1234',
    ],
    ...[
      'abc123',
      'abcd1234',
      'a1b2c3d4',
      'abcdef',
      'asd123',
      '123qwe',
      'qweasdzxc',
      'azerty',
      'qwertz',
      'poiuyt',
    ],
    ...[
      'password',
      'Password1',
      'P@ssw0rd',
      'passw0rd!',
      'PASSWORD123',
      'letmein',
      'iloveyou',
      'welcome1',
      'admin123',
    ],
    ...[
      'liverpool',
      'Arsenal1',
      'chelsea123',
      'barcelona10',
      'ronaldo7',
      'messi10',
      'manutd',
      'realmadrid',
      'football1',
    ],
    ...[
      'michael1',
      'jessica',
      'monkey12',
      'dragon!',
      'sunshine',
      'bismillah',
      'woaini',
      'woaini1314',
      'passwort1',
    ],
    ...[
      '19900101',
      '01011990',
      '310885',
      '2000-01-01',
      '12.05.1998',
      'aaaaaa',
      'abcabc',
      'ababab',
      'aaabbb',
      'august2024',
    ],
    ...['lovelove', 'testtest', 'ｐａｓｓｗｏｒｄ', '1password', '!!admin!!', '123password123'],
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test('so are the member’s own names', () => {
    expect(isCommonPassword('Anna.Berg', ['anna.berg'])).toBe(true);
    expect(isCommonPassword('anna.berg99', ['Anna.Berg'])).toBe(true);
    expect(isCommonPassword('someone1', ['someone@example.org'])).toBe(true);
    expect(isCommonPassword('7400183956', ['7400183956'])).toBe(true);
  });
});

describe('others are not', () => {
  test.each([
    ...[
      'grün7 Tee',
      'corner 4-4-2',
      'k7#mQz',
      'vx3Lp9Rw',
      'blue kettle rain',
      'zebra-lamp-42',
      'hjT5sq',
      '842913',
    ],
    ...['mug 3 sofa', 'correcthorse', '7Gr4nat!', 'пароль_наш', '雨の日サッカー', 'tr0mbone.lake'],
  ])('%s', (password) => {
    expect(isCommonPassword(password, ['anna.berg', 'anna@example.org'])).toBe(false);
  });
});
