import type { Setting } from '@touchline/contract/shapes/office-settings';
import { formatDecimal, formatPercent } from '@touchline/locales/format';
import { weekdayName } from '@touchline/locales/format-time';
import { isLan, lans, localeOf } from '@touchline/locales/locales';
import { useFormats } from '../../lib/site.ts';
import { currentLan, listed, useT } from '../../lib/i18n.ts';
import { asText } from '@touchline/client/values';
import { useChannelName } from '../../features/words/channel-name.ts';
import { channelFields, percentOf, readEntries, typed } from './entries.ts';

type Kind = Pick<Setting, 'kind' | 'unit'>;

const units = ['ms', 'hours', 'years', 'per_minute', 'per_hour', 'per_day'] as const;

/** Settings in words: one line each, but for lists, of which each thing that differs has its own. */
export const useValueText = () => {
  const t = useT();
  const channelName = useChannelName();
  const { money, currency } = useFormats();
  const lan = currentLan();

  const channelLines = (text: string): string[] =>
    readEntries(text).map((entry) => {
      const fields = channelFields.flatMap((field) => {
        const value = typed(entry, field);
        return value === '' ? [] : [`${t(`settings.field.${field}`)} ${value}`];
      });
      const closed = entry['off'] === true ? [t('settings.channelOff')] : [];
      return `${channelName(asText(entry['id']) ?? '')}: ${[...closed, ...fields].join(', ')}`;
    });

  const line = ({ kind, unit }: Kind, text: string): string => {
    if (kind === 'flag') return t(text === 'true' ? 'settings.on' : 'settings.off');
    if (kind === 'days')
      return text
        .split(',')
        .map((day) => weekdayName(Number(day), { lan }))
        .join(' ');
    if (kind === 'countries') return listed(text.split(','));
    if (kind === 'languages' || kind === 'language') {
      const named = text.split(',').flatMap((code) => (isLan(code) ? [localeOf(code).name] : []));
      return named.length === lans.length ? t('settings.allLanguages') : listed(named);
    }
    if (unit === 'money') return `${money(text)} ${currency}`;
    if (unit === 'bp') return formatPercent(percentOf(text), { lan });
    if (unit === 'times') return `${formatDecimal(text, lan)} ×`;
    const known = units.find((each) => each === unit);
    return known === undefined ? text : t(`settings.${known}`, { value: formatDecimal(text, lan) });
  };

  return {
    /** Every line of a value. */
    lines: (of: Kind, text: string | undefined): string[] => {
      if (of.kind === 'channels') {
        const lines = channelLines(text ?? '');
        return lines.length === 0 ? [t('settings.house')] : lines;
      }
      return [
        text === undefined ? t(of.kind === 'text' ? 'settings.none' : 'settings.noneOf') : line(of, text),
      ];
    },
    /** On one line: of a list how many things differ. */
    brief: (of: Kind, text: string | undefined): string => {
      if (of.kind === 'channels') {
        const count = readEntries(text ?? '').length;
        return count === 0 ? t('settings.house') : t('settings.changed', { count });
      }
      return text === undefined
        ? t(of.kind === 'text' ? 'settings.none' : 'settings.noneOf')
        : line(of, text);
    },
  };
};
