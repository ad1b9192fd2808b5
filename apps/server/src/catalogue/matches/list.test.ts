import type { Lan } from '@touchline/locales/locales';
import { describe, expect, test } from 'vitest';
import { isTeamMeant } from './list.ts';

const national = (name: string, short: string, iso: string) => ({ name, short, flag: iso });
const club = (name: string, short: string) => ({ name, short, flag: null });
const egypt = national('Egypt', 'EGY', 'eg');
const croatia = national('Croatia', 'CRO', 'hr');
const iraq = national('Iraq', 'IRQ', 'iq');
const germany = national('Germany', 'GER', 'de');
const denmark = national('Denmark', 'DEN', 'dk');
const portugal = national('Portugal', 'POR', 'pt');
const austria = national('Austria', 'AUT', 'at');
const brazil = national('Brazil', 'BRA', 'br');
const saudiArabia = national('Saudi Arabia', 'KSA', 'sa');

describe('a search for a team', () => {
  const cases: readonly (readonly [ReturnType<typeof national> | ReturnType<typeof club>, string, Lan])[] = [
    [egypt, 'MISIR', 'tr'],
    [egypt, 'misir', 'tr'],
    [egypt, 'mısır', 'tr'],
    [croatia, 'HIRVATISTAN', 'tr'],
    [iraq, 'ırak', 'tr'],
    [iraq, 'IRAK', 'tr'],
    [germany, 'duc', 'vi'],
    [denmark, 'dan mach', 'vi'],
    [portugal, 'bo dao nha', 'vi'],
    [austria, 'oesterreich', 'de'],
    [austria, 'osterreich', 'de'],
    [brazil, 'ＢＲＡ', 'en'],
    [brazil, 'ﾌﾞﾗｼﾞﾙ', 'ja'],
    [saudiArabia, 'السعوديه', 'ar'],
    [club('Brøndby IF', 'BIF'), 'Brondby', 'en'],
    [club('Bodø/Glimt', 'BOD'), ' Bodo ', 'en'],
    [club('Kasımpaşa', 'KAS'), 'kasimpasa', 'tr'],
  ];
  test.each(cases)('finds %o by %s in %s', (team, query, lan) => {
    expect(isTeamMeant(team, query, lan)).toBe(true);
  });

  test('finds no other', () => {
    expect(isTeamMeant(egypt, 'sudan', 'tr')).toBe(false);
    expect(isTeamMeant(club('Müller SV', 'MSV'), 'mulller', 'de')).toBe(false);
  });
});
