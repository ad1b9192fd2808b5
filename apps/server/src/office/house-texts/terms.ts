import type { Output } from '@touchline/contract/routes';
import { publishedTerms, termsSections, termsVersion } from '@touchline/contract/terms';
import { dayIn } from '@touchline/locales/format-time';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { HouseTexts } from './service.ts';
import { Refused } from '../../core/refusal.ts';
import type { Handler } from '../../core/handler.ts';

/** What the house adds to the texts of the product. */
export type HouseWords = Pick<HouseTexts, 'read' | 'coming' | 'past' | 'versionNow'>;

/** House texts of a site that has none. */
export const noHouseWords: HouseWords = {
  read: () => Promise.resolve(undefined),
  coming: () => Promise.resolve([]),
  past: () => Promise.resolve([]),
  versionNow: () => undefined,
};

type Version = Output<'terms'>['versions'][number];

/** The terms that were published under a version, which versions there are, and what the house adds. */
export const createTerms =
  ({ house, timeZone }: { house: HouseWords; timeZone: string }): Handler<'terms'> =>
  async (input, { lan }) => {
    const own = (await house.past('terms')).map(({ version, from }): Version => ({
      version: `${termsVersion}.${version}`,
      publishedAt: dayIn(from, timeZone),
    }));
    const versions = [...own, ...publishedTerms];
    const asked = input.version ?? versions[0]?.version ?? termsVersion;
    const found = versions.find(({ version }) => version === asked);
    if (found === undefined) throw new Refused('not_found');
    const [product = termsVersion, added] = asked.split('.');
    const version = readProduct(product);
    const translate = serverTranslator(lan);
    const sections = termsSections.map((id) => ({
      id,
      title: translate(`terms.${version}.${id}.title`),
      body: translate(`terms.${version}.${id}.body`),
    }));
    const texts = await Promise.all([
      added === undefined ? undefined : house.read('terms', lan, added),
      house.read('privacy', lan),
    ]);
    const coming = await Promise.all([house.coming('terms', lan), house.coming('privacy', lan)]);
    return {
      ...found,
      versions: versions.map((each) => ({ ...each })),
      sections,
      house: texts.filter((text) => text !== undefined),
      coming: coming.flat(),
    };
  };

/** A version of the product's own terms. @throws Refused `not_found` */
const readProduct = (text: string): (typeof publishedTerms)[number]['version'] => {
  const found = publishedTerms.find(({ version }) => version === text);
  if (found === undefined) throw new Refused('not_found');
  return found.version;
};
