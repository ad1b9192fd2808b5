import { foundBy, searchFold } from '@touchline/kit/fold';
import type { HelpEntry } from '@touchline/contract/shapes/inbox';
import { dayIn } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Clock } from '../../core/clock.ts';
import { isInForce, wordsOf, type ContentItem } from '../content/item.ts';
import type { Shelf } from '../content/shelf.ts';

/** The built-in questions by section. Their texts are in the catalogues. */
const sections = {
  account: ['account_open', 'account_verify', 'account_secure'],
  recharge: ['recharge_how', 'recharge_usdt', 'recharge_missing'],
  betting: ['betting_place', 'betting_odds', 'betting_live', 'betting_cash_out'],
  settlement: ['settlement_results', 'settlement_corrected', 'settlement_void'],
  withdrawal: ['withdrawal_how', 'withdrawal_turnover', 'withdrawal_refused'],
  team: ['team_invite', 'team_commission'],
  rewards: ['rewards_check_in', 'rewards_levels'],
  safer_play: ['safer_limits', 'safer_exclude', 'safer_help'],
  privacy: ['privacy_data', 'privacy_images'],
} as const satisfies Record<string, readonly string[]>;

/** The built-in sections; operators may add others. */
type Section = keyof typeof sections;
const isSection = (name: string): name is Section => Object.hasOwn(sections, name);

type Question = (typeof sections)[keyof typeof sections][number];

/** Each question with its section, in their order. */
const helpQuestions: readonly { section: string; id: Question }[] = Object.entries(sections).flatMap(
  ([section, ids]) => ids.map((id: Question) => ({ section, id })),
);

/** The version of the built-in texts; change it with them. */
const helpVersion = '1';
const helpUpdatedAt = '2026-11-21';

/** Questions and answers: those of operators first, then the built-in ones they did not replace. */
export class Help {
  readonly #shelf: Pick<Shelf, 'of'>;
  readonly #clock: Clock;
  readonly #timeZone: string;

  /** @param of.timeZone the site's, for the day of a version */
  constructor(of: { shelf: Pick<Shelf, 'of'>; clock: Clock; timeZone: string }) {
    this.#shelf = of.shelf;
    this.#clock = of.clock;
    this.#timeZone = of.timeZone;
  }

  /** The entries in the language `lan` that have all words of `q` in title or body. */
  async list(lan: Lan, q = ''): Promise<HelpEntry[]> {
    const now = this.#clock.now();
    const own = (await this.#shelf.of('help')).filter((item) => isInForce(item, now));
    const all = [
      ...own.map((item) => this.#fromOperator(item, lan)),
      ...builtIn(lan, new Set(own.map(({ fields }) => fields.section))),
    ];
    return all.filter(({ title, body }) => holds(`${title}\n${body}`, q.trim()));
  }

  #fromOperator({ id, texts, fields, version, savedAt }: ContentItem, lan: Lan): HelpEntry {
    return {
      id,
      ...inSection(fields.section?.split('/')[0] ?? '', lan),
      ...wordsOf(texts, lan),
      version: String(version),
      updatedAt: dayIn(savedAt, this.#timeZone),
    };
  }
}

/** A section that operators have added has the title they gave it. */
const inSection = (section: string, lan: Lan) => ({
  section,
  sectionTitle: isSection(section) ? serverTranslator(lan)(`help.section.${section}`) : section,
});

const builtIn = (lan: Lan, replaced: ReadonlySet<string | undefined>): HelpEntry[] => {
  const translate = serverTranslator(lan);
  return helpQuestions
    .filter(({ section, id }) => !replaced.has(`${section}/${id}`))
    .map(({ section, id }) => ({
      id,
      ...inSection(section, lan),
      title: translate(`help.${id}.title`),
      body: translate(`help.${id}.body`),
      version: helpVersion,
      updatedAt: helpUpdatedAt,
    }));
};

/** Whether a text contains every word of the search. */
export const holds = (text: string, q: string): boolean => {
  const spellings = foundBy(text);
  return searchFold(q)
    .split(/\s+/u)
    .every((word) => spellings.some((spelling) => spelling.includes(word)));
};
