import type { HelpEntry } from '@touchline/contract/shapes/inbox';
import { dayIn } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Clock } from '../../platform/clock.ts';
import { isInForce, wordsOf, type ContentItem } from '../content/item.ts';
import type { Shelf } from '../content/shelf.ts';
import { holds } from './fold.ts';
import { helpQuestions, helpUpdatedAt, helpVersion, isSection } from './questions.ts';

/** Questions and answers: those of operators first, then the built-in ones they did not replace. */
export const createHelp = ({
  shelf,
  clock,
  timeZone,
}: {
  shelf: Pick<Shelf, 'of'>;
  clock: Clock;
  /** The site's, in which the day of a version is told. */
  timeZone: string;
}) => {
  /** A section operators made up is called what they called it. */
  const inSection = (section: string, lan: Lan) => ({
    section,
    sectionTitle: isSection(section) ? serverTranslator(lan)(`help.section.${section}`) : section,
  });

  const fromOperator = ({ id, texts, fields, version, savedAt }: ContentItem, lan: Lan): HelpEntry => ({
    id,
    ...inSection(fields.section?.split('/')[0] ?? '', lan),
    ...wordsOf(texts, lan),
    version: String(version),
    updatedAt: dayIn(savedAt, timeZone),
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

  return {
    /** What there is for a reader of `lan`, with all words of `q` in title or body. */
    list: async (lan: Lan, q = ''): Promise<HelpEntry[]> => {
      const now = clock.now();
      const own = (await shelf.of('help')).filter((item) => isInForce(item, now));
      const all = [
        ...own.map((item) => fromOperator(item, lan)),
        ...builtIn(lan, new Set(own.map(({ fields }) => fields.section))),
      ];
      return all.filter(({ title, body }) => holds(`${title}\n${body}`, q.trim()));
    },
  };
};
