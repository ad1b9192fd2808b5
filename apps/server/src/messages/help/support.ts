import { helpPage } from '@touchline/contract/limits';
import type { SupportEntry } from '@touchline/contract/shapes/inbox';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Clock } from '../../platform/clock.ts';
import { isInForce, wordsOf, type ContentItem } from '../content/item.ts';
import type { Shelf } from '../content/shelf.ts';
import { hoursInWords, isOpen } from './hours.ts';
import type { Owner } from '../../platform/owner.ts';

export type SupportOptions = {
  shelf: Pick<Shelf, 'of'>;
  clock: Clock;
  timeZone: string;
  /** The contact from the settings, which is used until operators enter contacts. */
  contact: () => string | undefined;
  /** Whether the app's help is shown while there is no contact. */
  helpStandsIn: boolean;
  /** Whether a member's level is answered first. */
  hasPriority: (owner: Owner) => Promise<boolean>;
};

/** The kind of a contact from the settings: an e-mail address, a number, a page, or other text. */
const kindOf = (contact: string): SupportEntry['kind'] => {
  if (/^https?:\/\//.test(contact) || contact.startsWith('/pages/')) return 'link';
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) return 'email';
  return /^\+?[0-9][0-9 ().-]+$/.test(contact) ? 'phone' : 'chat';
};

/** How members reach support. */
export const createSupport = (options: SupportOptions) => {
  const { shelf, clock, timeZone, hasPriority } = options;

  const toWire = ({ id, texts, fields }: ContentItem, lan: Lan): SupportEntry => {
    const { hours } = fields;
    return {
      id,
      kind: fields.supportKind ?? 'link',
      name: wordsOf(texts, lan).title,
      value: fields.value ?? '',
      hours:
        hours === undefined
          ? serverTranslator(lan)('support.hours.always')
          : hoursInWords(hours, lan, timeZone),
      open: hours === undefined || isOpen(hours, clock.now(), timeZone),
      priority: fields.priority === true,
    };
  };

  const ofSettings = (lan: Lan): SupportEntry[] => {
    const contact = options.contact();
    const translate = serverTranslator(lan);
    if (contact === undefined) {
      if (!options.helpStandsIn) return [];
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

  return {
    /** The entries for this caller. Entries with priority come first, and only for members who have it. */
    list: async (lan: Lan, owner: Owner | undefined): Promise<SupportEntry[]> => {
      const now = clock.now();
      const items = (await shelf.of('support')).filter((item) => isInForce(item, now));
      if (items.length === 0) return ofSettings(lan);
      const first = items.filter(({ fields }) => fields.priority === true);
      const rest = items.filter(({ fields }) => fields.priority !== true);
      const mayFirst = first.length > 0 && owner !== undefined && (await hasPriority(owner));
      return [...(mayFirst ? first : []), ...rest].map((item) => toWire(item, lan));
    },
  };
};
