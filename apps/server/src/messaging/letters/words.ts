import { refusalReasons } from '@touchline/contract/refusal-reasons';
import type { ContentText } from '@touchline/contract/shapes/inbox';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatLongDate, formatZonedDateTime } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { teamName } from '@touchline/locales/team-names';
import { letterTemplates, type LetterTemplate } from '../../core/events.ts';

/** Facts of the site that letters use in addition to their own fields. */
export type LetterSite = { name: string; timeZone: string; currency: string };

/** The text for a field that is missing. */
const unknown = '–';

/** Every value a text of a letter may insert. Those of `choices` pick words instead, and may be missing. */
const inserted = [
  'amount',
  'amountSigned',
  'amountLost',
  'amountLeast',
  'amountStake',
  'at',
  'until',
  'day',
  'address',
  'device',
  'name',
  'contact',
  'reference',
  'reason',
  'match',
  'level',
  'count',
  'countWon',
  'countLost',
  'countReturned',
] as const;
const choices = ['outcome', 'state', 'limit', 'period', 'lost', 'kind'] as const;

const isRefusal = (reason: string): reason is (typeof refusalReasons)[number] =>
  refusalReasons.some((one) => one === reason);

/** One field as text: amounts with the currency, times in the site's time zone and with its name, all else unchanged. */
const wordOf = (name: string, value: string, lan: Lan, { timeZone, currency }: LetterSite): string => {
  if (name.startsWith('amount')) {
    return name.endsWith('Signed')
      ? formatSignedMoney(value, { lan, currency })
      : formatMoney(value, { lan, currency });
  }
  if (name.startsWith('at') || name.startsWith('until')) {
    // The year is shown, because an exclusion may end years later.
    return formatZonedDateTime(value, { lan, timeZone });
  }
  if (name === 'day') return formatLongDate(`${value}T12:00:00Z`, { lan, timeZone: 'UTC' });
  if (name === 'reason' && isRefusal(value)) return serverTranslator(lan)(`letter.why.${value}`);
  return value;
};

/** "Germany – Spain and 2 more", in the reader's language. */
const matchOf = ({ home, away, homeFlag, awayFlag, more }: Record<string, string>, lan: Lan): string => {
  if (home === undefined || away === undefined) return unknown;
  const side = (name: string, flag: string | undefined): string =>
    teamName(flag === undefined ? { name } : { name, flag }, lan);
  const match = `${side(home, homeFlag)} – ${side(away, awayFlag)}`;
  return more === undefined ? match : serverTranslator(lan)('entry.more', { match, count: Number(more) });
};

/** Whether a stored word is a template that this server knows: a newer server may have written others. */
export const isTemplate = (word: string): word is LetterTemplate =>
  letterTemplates.some((template) => template === word);

/** Writes the text of an automatic letter. */
export const letterWords = (
  template: LetterTemplate,
  fields: Record<string, string>,
  lan: Lan,
  site: LetterSite,
): ContentText => {
  const values: Record<string, string> = { site: site.name };
  for (const name of inserted) values[name] = unknown;
  for (const name of choices) values[name] = 'none';
  for (const [name, value] of Object.entries(fields)) values[name] = wordOf(name, value, lan, site);
  if (fields['match'] === undefined) values['match'] = matchOf(fields, lan);
  values['ends'] = fields['until'] === undefined ? 'never' : 'at';
  values['set'] = fields['amount'] === undefined ? 'none' : 'amount';
  const device = [fields['browser'], fields['system']].filter((word) => word !== undefined && word !== '');
  if (device.length > 0) values['device'] = device.join(' · ');
  const translate = serverTranslator(lan);
  return {
    title: translate(`letter.${template}.title`, values),
    body: translate(`letter.${template}.body`, values),
  };
};
