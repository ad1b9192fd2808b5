import type { Lan } from '../src/locales.ts';

/** Names that are the same in every language. */
export const properNames: readonly string[] = ['USDT-TRC20', 'USDT-ERC20'];

/** Texts a language rightly writes as English does. */
export const cognates: Readonly<Partial<Record<Lan, readonly string[]>>> = {
  de: ['Handicap', 'Live', 'System', 'Version {version}', 'Name', 'Passkeys', 'Check-in'],
};
