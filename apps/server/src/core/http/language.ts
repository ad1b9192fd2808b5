import type { Lan } from '@touchline/locales/locales';
import { negotiate } from '@touchline/locales/negotiate';

/** Browsers send few different headers; those of hostile clients must not pile up. */
const rememberedMax = 500;

/** Reads `accept-language` headers, remembering the answers: one look-up a request instead of a parse. */
export const createLanguageReader = (): ((header: string | undefined) => Lan) => {
  const remembered = new Map<string, Lan>();
  return (header = '') => {
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const lan = negotiate(header);
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.set(header, lan);
    return lan;
  };
};
