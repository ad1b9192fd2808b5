import { describe, expect, test } from 'vitest';
import { Refused } from '../core/refusal.ts';
import { readNickname } from './nickname.ts';
import { isReservedName } from './reserved-names.ts';

const judge = (text: string): unknown => {
  try {
    return readNickname(text, 'Touchline');
  } catch (error) {
    return error instanceof Refused ? error.reason : error;
  }
};

describe('a nickname', () => {
  test.each([
    ['Anna', 'Anna'],
    ['  Łukasz 77  ', 'Łukasz 77'],
    ['Ａｎｎａ', 'Anna'],
    ['Zoe\u0301', 'Zoé'],
    ['Müller', 'Müller'],
    ['Андрей', 'Андрей'],
    ['Γιώργος', 'Γιώργος'],
    ['أحمد علي', 'أحمد علي'],
    ['محمد ٧٧', 'محمد ٧٧'],
    ['राहुल', 'राहुल'],
    ['สมชาย', 'สมชาย'],
    ['王小明 88', '王小明 88'],
    ['さくらケーキ', 'さくらケーキ'],
    ['김민수', '김민수'],
    ['דוד', 'דוד'],
    ['ကျော်', 'ကျော်'],
    ['ကျော်ဇင်', 'ကျော်ဇင်'],
    ['မျိုး', 'မျိုး'],
    ['ဖြိုး', 'ဖြိုး'],
    ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['র\u200d্যাব', 'র\u200d্যাব'],
    ['അവന്\u200d', 'അവന്\u200d'],
    ['क्\u200dष', 'क्\u200dष'],
    ['ଓଡ଼ିଆ', 'ଓଡ଼ିଆ'.normalize('NFC')],
    ['ދިވެހި', 'ދިވެހި'],
    ['བསྟན་འཛིན', 'བསྟན་འཛིན'],
    ['བཀྲ་ཤིས་', 'བཀྲ་ཤིས་'],
    ['ⵎⵓⵃⴰ', 'ⵎⵓⵃⴰ'],
    ['ᠪᠠᠲᠤ', 'ᠪᠠᠲᠤ'],
    ['សុខា', 'សុខា'],
    ['\u0e19\u0e49\u0e33', '\u0e19\u0e49\u0e33'],
    ['\u0e81\u0eb3', '\u0e81\u0eb3'],
    ['ﾌﾞﾗｼﾞﾙ', 'ブラジル'],
    ['ﻣﺤﻤﺪ', 'محمد'],
    ['\u1112\u1161\u11ab\u1109\u116e', '한수'],
  ])('%s', (text, name) => {
    expect(judge(text)).toBe(name);
  });

  test('is removable', () => {
    expect(judge('')).toBeUndefined();
    expect(judge('  ')).toBeUndefined();
  });

  test.each([
    ['one letter', 'A'],
    ['too many', 'A'.repeat(21)],
    ['digits alone', '12345'],
    ['two blanks', 'Anna  Berg'],
    ['a line', 'Anna\nBerg'],
    ['a null', 'An\0na'],
    ['text turned around', 'Anna\u202egreB'],
    ['an isolate', '\u2067Anna\u2069'],
    ['a right-to-left mark', 'Anna\u200f'],
    ['an Arabic letter mark', 'Anna\u061c'],
    ['a zero-width space', 'An\u200bna'],
    ['a zero-width joiner', 'An\u200dna'],
    ['a word joiner', 'An\u2060na'],
    ['a soft hyphen', 'An\u00adna'],
    ['a variation selector', 'Anna\ufe0f'],
    ['a tag character', 'Anna\u{e0041}'],
    ['a letter nobody sees', 'A\u3164\u3164'],
    ['Hangul fillers', '김\u115f\u1160민'],
    ['a private letter', 'An\ue000na'],
    ['a flood of marks', `A${'\u0300\u0316'.repeat(8)}nna`],
    ['marks that do not join', 'q\u0323\u0307w\u0323\u0307'],
    ['a mark in front', '\u0301Anna'],
    ['a mark twice', 'ก\u0e47\u0e47'],
    ['a joiner between Latin letters', 'An\u200cna'],
    ['a joiner in front', '\u200dعلی'],
    ['a joiner at the end', 'علی\u200c'],
    ['joiners that pile up', 'علی\u200c\u200cرضا'],
    ['another power', 'x²y'],
    ['a dot of another script', 'An\u0f0bna'],
    ['letters of formulas', '𝐀𝐧𝐧𝐚'],
    ['Cyrillic among Latin', '\u0410nna'],
    ['Greek among Latin', '\u0391nna'],
    ['Cyrillic among Greek', 'Γιώргος'],
    ['Arabic among Latin', 'Anna علي'],
    ['digits of two kinds', 'علي 7٧'],
    ['stretched letters', 'عــلي'],
    ['an emoji', 'Anna ⚽'],
    ['punctuation', 'Anna.Berg'],
    ['markup', '<b>Anna'],
    ['spacing modifiers', 'Annaʰʼ'],
    ['mathematical signs', 'Anna ∑'],
  ])('has not %s', (_what, text) => {
    expect(judge(text)).toBe('validation');
  });

  test.each([
    'Admin',
    'ＡＤＭＩＮ',
    'Adm1n',
    'Support',
    'Support Team',
    'Touchline',
    'Touchline Help',
    'T0uchl1ne',
    'Áđmin',
    'аԁміп',
    'ѕуѕтем',
    'администратор',
    'админ',
    '客服小王',
    '官方',
    'الدعم',
    'Official Anna',
  ])('is not the house’s: %s', (text) => {
    expect(judge(text)).toMatch(/account_reserved|validation/);
  });
  test.each(['Admin', 'Support Team', 'Adm1n', 'ѕуѕтем', '客服小王', 'T0uchl1ne'])(
    'and gives the reason: %s',
    (text) => {
      expect(judge(text)).toBe('account_reserved');
    },
  );
});

describe('a username', () => {
  test.each([
    'admin',
    'ADMIN',
    'a.d.m.i.n',
    'ad_min',
    'Adm1n',
    '4dm1n',
    'admin2024',
    'the.admin',
    'admin-team',
    'admln',
    'support',
    'Supp0rt',
    'support_team',
    'SupportTeam',
    'root',
    'r00t',
    'r.o.o.t',
    'system',
    '5y5tem',
    'sy-stem',
    'touchline',
    'Touch.Line',
    'mytouchline',
    'touchlinehelp',
    't0uchline99',
    'touchIine',
    'operator',
    'oper4tor1',
    'official',
    'OfficialBob',
    'moderator',
    'rnoderator',
    'mod',
    'staff',
    'customer.service',
    'no-reply',
    'help',
  ])('%s is reserved', (name) => {
    expect(isReservedName(name, 'Touchline')).toBe(true);
  });

  test.each([
    'anna',
    'badminton',
    'supporter',
    'supporters.club',
    'solarsystem',
    'modric10',
    'rooted',
    'stafford',
    'demo',
    'swift-otter-4821',
    'lucky-striker-0001',
    'calm-coach-4242',
    'helpful',
    'the.owner',
    'Commodore',
    'operatic',
  ])('%s is not', (name) => {
    expect(isReservedName(name, 'Touchline')).toBe(false);
  });

  test('the site’s own name is reserved', () => {
    expect(isReservedName('bet-corner', 'Bet Corner')).toBe(true);
    expect(isReservedName('Xy', 'XY')).toBe(true);
    expect(isReservedName('galaxy', 'XY')).toBe(false);
  });
});
