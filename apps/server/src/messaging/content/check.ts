import type { FieldRule } from '@touchline/contract/reasons';
import type { Input } from '@touchline/contract/routes';
import { contentFields, type ContentField, type ContentKind } from '@touchline/contract/shapes/inbox';
import { lans, fallbackLan } from '@touchline/locales/locales';
import { Refused } from '../../core/refusal.ts';
import type { ContentFields, Texts } from './item.ts';

type Saved = Input<'officeContentSave'>;
const fieldsOf: Record<ContentKind, readonly ContentField[]> = contentFields;
const allFields = [...new Set(Object.values(fieldsOf).flat())];

const broken = (rules: Record<string, FieldRule>): Refused => new Refused('validation', { rules });

/** A link to a page of the member app; no other site, and no script. */
const linkPattern = /^\/[a-z][\w/-]*(\?[\w=&.%-]*)?$/i;
/** A section of help, or one question of the built-in help that is replaced: "betting", "betting/betting_odds". */
const sectionPattern = /^[a-z][a-z0-9_-]*(\/[a-z][a-z0-9_-]*)?$/;

const valuePatterns: Record<NonNullable<Saved['supportKind']>, RegExp> = {
  email: /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/,
  phone: /^\+?[0-9][0-9 ().-]{3,28}[0-9]$/,
  chat: /^(https:\/\/|@)[^\s<>"]+$/,
  link: /^https:\/\/[^\s<>"]+$/,
};

/**
 * Checks the words of a text by language, and trims them.
 * @throws Refused `validation` with the rule `translations` where English is missing, a language is not one of this site or a
 *   title is blank
 */
export const readTexts = (given: Texts): Texts => {
  const entries = Object.entries(given).map(
    ([lan, { title, body, alt = '' }]) =>
      [
        lan,
        { title: title.trim(), body: body.trim(), ...(alt.trim() === '' ? {} : { alt: alt.trim() }) },
      ] as const,
  );
  const known = entries.every(([lan, { title }]) => lans.some((one) => one === lan) && title !== '');
  if (!known || !entries.some(([lan]) => lan === fallbackLan)) throw broken({ texts: 'translations' });
  return Object.fromEntries(entries);
};

/** Whether a text is an https address on one of the hosts, at the default port. */
export const isVideoOn = (hosts: readonly string[], text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  return (
    protocol === 'https:' && port === '' && username === '' && password === '' && hosts.includes(hostname)
  );
};

/**
 * Checks the fields of content by its kind.
 * @param hosts those whose videos may be shown
 * @throws Refused `validation` naming each field that is missing, foreign to the kind or malformed
 */
export const readFields = (input: Saved, hosts: readonly string[]): ContentFields => {
  const { kind, image, video, link, tone, section, value, supportKind, priority, hours, order = 0 } = input;
  const rules: Record<string, FieldRule> = {};
  for (const name of allFields) {
    if (input[name] !== undefined && !fieldsOf[kind].includes(name)) rules[name] = 'unknown';
  }
  if (link !== undefined && !linkPattern.test(link)) rules['link'] = 'format';
  if (video !== undefined && !isVideoOn(hosts, video)) rules['video'] = 'format';
  if (section !== undefined && !sectionPattern.test(section)) rules['section'] = 'format';
  if (kind === 'help' && section === undefined) rules['section'] = 'required';
  if (kind === 'support' && value === undefined) rules['value'] = 'required';
  if (kind === 'support' && supportKind === undefined) rules['supportKind'] = 'required';
  if (supportKind !== undefined && value !== undefined && !valuePatterns[supportKind].test(value)) {
    rules['value'] = 'format';
  }
  if (Object.keys(rules).length > 0) throw broken(rules);
  return {
    image,
    video,
    link,
    tone,
    section,
    value,
    supportKind,
    priority,
    hours:
      hours === undefined
        ? undefined
        : { ...hours, days: [...new Set(hours.days)].toSorted((a, b) => a - b) },
    order,
  };
};

/**
 * The times between which an item is shown. A draft without a start begins when it is published.
 * @param before the start of the published version, which stays when no other is given
 * @throws Refused `validation` where it would end before it begins
 */
export const readTimes = (
  { from, until }: Pick<Saved, 'from' | 'until'>,
  { before, now, draft }: { before: Date | undefined; now: Date; draft: boolean },
): { from: Date | undefined; until: Date | undefined } => {
  const given = from === undefined ? before : new Date(from);
  const first = given ?? now;
  const last = until === undefined ? undefined : new Date(until);
  if (last !== undefined && last <= first) throw broken({ until: 'range' });
  return { from: draft ? given : first, until: last };
};
