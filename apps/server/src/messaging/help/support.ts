import { helpPage } from '@touchline/contract/limits';
import type { Content, SupportEntry } from '@touchline/contract/shapes/inbox';
import { weekdayName } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Clock } from '../../core/clock.ts';
import { localTime } from '../../core/local-time.ts';
import { isInForce, wordsOf, type ContentItem } from '../content/item.ts';
import type { Shelf } from '../content/shelf.ts';
import type { Owner } from '../../core/owner.ts';

/** Days from 1, Monday, to 7, and times of day in the site's time zone; a time that ends before it begins runs over midnight. */
export type Hours = NonNullable<Content['hours']>;

/** The end of a day includes its last minute. */
const endOfDay = '23:59';

/** Whether support is open at a time. */
export const isOpen = ({ days, from, to }: Hours, now: Date, timeZone: string): boolean => {
  const { time, weekday } = localTime(now, timeZone);
  const before = weekday === 1 ? 7 : weekday - 1;
  const isBeforeEnd = time < to || to === endOfDay;
  if (from < to) return days.includes(weekday) && from <= time && isBeforeEnd;
  // The hours run over midnight, or around the clock if both times are the same.
  return (days.includes(weekday) && from <= time) || (days.includes(before) && time < to);
};

/** Joins consecutive days: "Mon – Fri", "Mon, Wed". */
const daysInWords = (days: readonly number[], lan: Lan): string => {
  const runs: { first: number; last: number }[] = [];
  for (const day of [...new Set(days)].toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day });
  }
  const name = (day: number): string => weekdayName(day, { lan });
  const parts = runs.flatMap(({ first, last }) => {
    if (first === last) return [name(first)];
    return last === first + 1 ? [name(first), name(last)] : [`${name(first)} – ${name(last)}`];
  });
  return new Intl.ListFormat(lan, { type: 'unit', style: 'short' }).format(parts);
};

/** Formats hours: "Mon – Fri, 09:00–18:00 (Europe/Berlin)". */
export const hoursInWords = ({ days, from, to }: Hours, lan: Lan, timeZone: string): string => {
  const translate = serverTranslator(lan);
  // Indonesian separates hours and minutes by a dot.
  const parted = (time: string): string => (lan === 'id' ? time.replace(':', '.') : time);
  const values = { from: parted(from), to: parted(to), zone: timeZone };
  return new Set(days).size === 7
    ? translate('support.hours.daily', values)
    : translate('support.hours.days', { ...values, days: daysInWords(days, lan) });
};

/** What the settings name of the support. */
type SupportSite = {
  timeZone: string;
  /** The contact that is used until operators enter contacts; it may change while the server runs. */
  contact: string | undefined;
  /** Whether the app's help is shown while there is no contact. */
  helpStandsIn: boolean;
};

/** The kind of a contact from the settings: an e-mail address, a number, a page, or other text. */
const kindOf = (contact: string): SupportEntry['kind'] => {
  if (/^https?:\/\//.test(contact) || contact.startsWith('/pages/')) return 'link';
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) return 'email';
  return /^\+?[0-9][0-9 ().-]+$/.test(contact) ? 'phone' : 'chat';
};

/** How members reach support. */
export class Support {
  readonly #shelf: Pick<Shelf, 'of'>;
  readonly #clock: Clock;
  readonly #site: SupportSite;
  readonly #hasPriority: (owner: Owner) => Promise<boolean>;

  /** @param of.hasPriority whether a member's level is answered first */
  constructor(of: {
    shelf: Pick<Shelf, 'of'>;
    clock: Clock;
    site: SupportSite;
    hasPriority: (owner: Owner) => Promise<boolean>;
  }) {
    this.#shelf = of.shelf;
    this.#clock = of.clock;
    this.#site = of.site;
    this.#hasPriority = of.hasPriority;
  }

  /** The entries for this caller. Entries with priority come first, and only for members who have it. */
  async list(lan: Lan, owner: Owner | undefined): Promise<SupportEntry[]> {
    const now = this.#clock.now();
    const items = (await this.#shelf.of('support')).filter((item) => isInForce(item, now));
    if (items.length === 0) return ofSettings(this.#site, lan);
    const first = items.filter(({ fields }) => fields.priority === true);
    const rest = items.filter(({ fields }) => fields.priority !== true);
    const mayFirst = first.length > 0 && owner !== undefined && (await this.#hasPriority(owner));
    return [...(mayFirst ? first : []), ...rest].map((item) => this.#toWire(item, lan));
  }

  #toWire({ id, texts, fields }: ContentItem, lan: Lan): SupportEntry {
    const { hours } = fields;
    const { timeZone } = this.#site;
    return {
      id,
      kind: fields.supportKind ?? 'link',
      name: wordsOf(texts, lan).title,
      value: fields.value ?? '',
      hours:
        hours === undefined
          ? serverTranslator(lan)('support.hours.always')
          : hoursInWords(hours, lan, timeZone),
      open: hours === undefined || isOpen(hours, this.#clock.now(), timeZone),
      priority: fields.priority === true,
    };
  }
}

/** The contact of the settings, or the app's help. */
const ofSettings = ({ contact, helpStandsIn }: SupportSite, lan: Lan): SupportEntry[] => {
  const translate = serverTranslator(lan);
  if (contact === undefined) {
    if (!helpStandsIn) return [];
    return [
      {
        id: 'help',
        kind: 'link',
        name: translate('support.help'),
        value: helpPage,
        hours: translate('support.hours.help'),
        priority: false,
      },
    ];
  }
  return [
    {
      id: 'site',
      kind: kindOf(contact),
      name: translate('support.site'),
      value: contact,
      hours: translate('support.hours.unknown'),
      priority: false,
    },
  ];
};
