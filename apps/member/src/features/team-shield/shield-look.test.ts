import { describe, expect, it } from 'vitest';
import { flagUrl, inkOn, shieldLook } from './team-shield.tsx';

describe('a shield', () => {
  it('of a national team bears its flag', () => {
    const look = shieldLook({ flag: 'gb-sct', short: 'SCO', colours: ['#1d3f72', '#ffffff'] });
    expect(look).toEqual({ kind: 'flag', url: './flags/gb-sct.svg' });
  });

  it('of any other team bears two colours and its initials', () => {
    expect(shieldLook({ short: 'fcx', colours: ['#f2d21b', '#00a'] })).toEqual({
      kind: 'colours',
      field: '#f2d21b',
      point: '#0000aa',
      ink: '#000000',
      initials: 'FCX',
    });
  });

  it('stays plain when the colours cannot be read', () => {
    const look = shieldLook({ short: 'X', colours: ['url(#x)', 'red'] });
    expect(look).toMatchObject({ field: '#5b6b64', point: '#5b6b64' });
  });

  it('takes nothing but a flag code into an address', () => {
    expect(flagUrl('../x')).toBeUndefined();
    expect(flagUrl('BR')).toBeUndefined();
    expect(flagUrl(undefined)).toBeUndefined();
  });
});

describe('the ink', () => {
  it('is the one that can be read', () => {
    expect(inkOn('#ffffff')).toBe('#000000');
    expect(inkOn('#b3122b')).toBe('#ffffff');
    expect(inkOn('#e0b422')).toBe('#000000');
  });
});
