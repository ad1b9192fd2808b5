import type { Lan } from '../src/locales.ts';

/** Names that are the same in every language. */
export const properNames: readonly string[] = ['USDT-TRC20', 'USDT-ERC20', 'VIP {level}'];

/** Texts a language rightly writes as English does. */
export const cognates: Readonly<Partial<Record<Lan, readonly string[]>>> = {
  de: ['Check-in', 'Handicap', 'Limits', 'Live', 'Name', 'Passkeys', 'System', 'Team', 'Version {version}'],
};
