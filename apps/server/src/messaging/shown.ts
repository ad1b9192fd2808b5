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
export class ShownContent {
  readonly #shelf: Shelf;
  readonly #clock: Clock;
  readonly #videoHosts: readonly string[];

  /** @param of.videoHosts hosts whose videos may be shown */
  constructor(of: { shelf: Shelf; clock: Clock; videoHosts: readonly string[] }) {
    this.#shelf = of.shelf;
    this.#clock = of.clock;
    this.#videoHosts = of.videoHosts;
  }

  /** Banners in force, or the built-in ones where there are none. */
  async banners(lan: Lan): Promise<Banner[]> {
    const now = this.#clock.now();
    const own = (await this.#shelf.of('banner')).filter((item) => isInForce(item, now));
    if (own.length === 0) return builtIn(lan);
    return own.map(({ id, texts, fields }) => ({
      id,
      ...wordsOf(texts, lan),
      tone: fields.tone ?? 'pitch',
      ...imageOf(fields),
      ...altOf(texts, lan),
      ...linkOf(fields),
    }));
  }

  /** Current and upcoming activities, the earliest first. */
  async activities(lan: Lan): Promise<Activity[]> {
    const now = this.#clock.now();
    return (await this.#shelf.of('activity'))
      .filter(({ until }) => until === undefined || now < until)
      .toSorted((a, b) => a.fields.order - b.fields.order || a.from.getTime() - b.from.getTime())
      .map(({ id, texts, fields, from, until }) => ({
        id,
        ...wordsOf(texts, lan),
        from: from.toISOString(),
        until: until?.toISOString(),
        ...videoOf(fields, this.#videoHosts),
        ...imageOf(fields),
        ...altOf(texts, lan),
        ...linkOf(fields),
      }));
  }
}
