import { channelIds } from '@touchline/contract/kinds';
import { asFields, asList, asText, fromJson, type Fields } from '@touchline/client/values';

/** Hundredths of a percent as percent: "150" is "1.50". What is no whole number is left as it is. */
export const percentOf = (bp: string): string => {
  if (!/^\d+$/.test(bp)) return bp;
  const digits = bp.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Percent as hundredths of it: "1.5" is "150". What is none is left as it is, for the server to refuse. */
export const bpOf = (percent: string): string => {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? [];
  return whole === undefined ? percent : String(BigInt(whole + part.padEnd(2, '0')));
};

/** What each channel may have, in the order of the form. */
export const channelFields = [
  'min',
  'max',
  'feeBp',
  'feeFixed',
  'rate',
  'hours',
  'etaMinutes',
  'expiresMinutes',
] as const;
export type ChannelField = (typeof channelFields)[number];

const wholeNumbers: readonly ChannelField[] = ['feeBp', 'etaMinutes', 'expiresMinutes'];

/** The entries of a list of channels as it is kept; what cannot be read is none. */
export const readEntries = (text: string): Fields[] => asList(fromJson(text)).map(asFields);

export const entryOf = (entries: readonly Fields[], channel: string): Fields =>
  entries.find((entry) => asText(entry['id']) === channel) ?? {};

/** A field as it is typed, the fee as a percentage; empty where the house decides. */
export const typed = (entry: Fields, field: ChannelField): string => {
  const value = entry[field];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return field === 'feeBp' ? percentOf(text) : text;
};

const kept = (text: string, field: ChannelField): unknown => {
  const plain = field === 'feeBp' ? bpOf(text) : text.trim();
  return wholeNumbers.includes(field) && /^\d{1,9}$/.test(plain) ? Number(plain) : plain;
};

/** Without what the house decides: fields that are empty, channels of which nothing differs. */
const written = (entries: readonly Fields[]): string => {
  const full = channelIds.flatMap((channel) => {
    const fields = Object.entries(entryOf(entries, channel)).filter(
      ([name, value]) => name === 'id' || (value !== '' && value !== false),
    );
    return fields.length > 1 ? [Object.fromEntries(fields)] : [];
  });
  return full.length === 0 ? '' : JSON.stringify(full);
};

const withEntry = (text: string, channel: string, change: Fields): string => {
  const entries = readEntries(text);
  const changed = { id: channel, ...entryOf(entries, channel), ...change };
  return written([...entries.filter((entry) => asText(entry['id']) !== channel), changed]);
};

/** The list with one field of one channel as it was typed. */
export const withField = (text: string, channel: string, field: ChannelField, to: string): string =>
  withEntry(text, channel, { [field]: kept(to, field) });

/** The list with a channel closed, or open. */
export const withClosed = (text: string, channel: string, isClosed: boolean): string =>
  withEntry(text, channel, { off: isClosed });
