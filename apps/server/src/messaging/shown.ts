import { picturePath } from '@touchline/contract/paths';
import type { Activity, Banner } from '@touchline/contract/shapes/inbox';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Clock } from '../core/clock.ts';
import { isVideoOn } from './content/check.ts';
import { altOf, isInForce, wordsOf, type ContentFields } from './content/item.ts';
import type { Shelf } from './content/shelf.ts';

const imageOf = ({ image }: ContentFields): { image?: string } =>
  image === undefined ? {} : { image: picturePath.replace(':id', image) };
const linkOf = ({ link }: ContentFields): { link?: string } => (link === undefined ? {} : { link });

/** The video of a published item, if its host is still allowed. */
const videoOf = ({ video }: ContentFields, hosts: readonly string[]): { video?: string } =>
  video === undefined || !isVideoOn(hosts, video) ? {} : { video };

/** The built-in banners, until operators have published some. */
const builtIn = (lan: Lan): Banner[] => {
  const translate = serverTranslator(lan);
  return [
    {
      id: 'results',
      tone: 'pitch',
      link: '/pages/rules/rules',
      title: translate('banner.results.title'),
      body: translate('banner.results.body'),
    },
    {
      id: 'safer_play',
      tone: 'night',
      link: '/pages/information/play',
      title: translate('banner.safer_play.title'),
      body: translate('banner.safer_play.body'),
    },
  ];
};

/** The published content of the home page and of the page of activities. */
export const createShown = ({
  shelf,
  clock,
  videoHosts,
}: {
  shelf: Pick<Shelf, 'of'>;
  clock: Clock;
  videoHosts: readonly string[];
}) => ({
  banners: async (lan: Lan): Promise<Banner[]> => {
    const now = clock.now();
    const own = (await shelf.of('banner')).filter((item) => isInForce(item, now));
    if (own.length === 0) return builtIn(lan);
    return own.map(({ id, texts, fields }) => ({
      id,
      ...wordsOf(texts, lan),
      tone: fields.tone ?? 'pitch',
      ...imageOf(fields),
      ...altOf(texts, lan),
      ...linkOf(fields),
    }));
  },

  /** Current and upcoming activities, the earliest first. */
  activities: async (lan: Lan): Promise<Activity[]> => {
    const now = clock.now();
    return (await shelf.of('activity'))
      .filter(({ until }) => until === undefined || now < until)
      .toSorted((a, b) => a.fields.order - b.fields.order || a.from.getTime() - b.from.getTime())
      .map(({ id, texts, fields, from, until }) => ({
        id,
        ...wordsOf(texts, lan),
        from: from.toISOString(),
        until: until?.toISOString(),
        ...videoOf(fields, videoHosts),
        ...imageOf(fields),
        ...altOf(texts, lan),
        ...linkOf(fields),
      }));
  },
});
