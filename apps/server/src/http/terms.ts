import { publishedTerms, termsSections, termsVersion } from '@touchline/contract/terms';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { Refused } from '../platform/refusal.ts';
import type { Handler } from './handler.ts';

/** The terms that were published under a version, and which versions there are. */
export const terms: Handler<'terms'> = async ({ version = termsVersion }, { lan }) => {
  const published = publishedTerms.find((each) => each.version === version);
  if (published === undefined) throw new Refused('not_found');
  const translate = serverTranslator(lan);
  const sections = termsSections.map((id) => ({
    id,
    title: translate(`terms.${published.version}.${id}.title`),
    body: translate(`terms.${published.version}.${id}.body`),
  }));
  return { ...published, versions: publishedTerms.map((each) => ({ ...each })), sections };
};
