import { fallbackLan, isLan, type Lan, lans } from '@touchline/locales/locales';

/** The words of one language while they are written. */
export type Words = { title: string; body: string; alt: string };
export type WordsByLan = Readonly<Partial<Record<Lan, Words>>>;

export const noWords: Words = { title: '', body: '', alt: '' };
/** Languages in the order they are written: first the one that replaces missing ones. */
export const writtenLans: readonly Lan[] = [fallbackLan, ...lans.filter((lan) => lan !== fallbackLan)];

type ServerTexts = Readonly<Record<string, { title: string; body: string; alt?: string | undefined }>>;

/** Words as the server has them, to be written on. */
export const textsOf = (texts: ServerTexts): WordsByLan =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([lan, words]) => (isLan(lan) ? [[lan, { ...noWords, ...words }]] : [])),
  );

const isEmpty = ({ title, body, alt }: Words): boolean => `${title}${body}${alt}`.trim() === '';

/** The words that are there, as the server takes them. */
export const inputOf = (
  texts: WordsByLan,
): Record<string, { title: string; body: string; alt?: string | undefined }> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, words]) => !isEmpty(words))
      .map(([lan, { title, body, alt }]) => [
        lan,
        { title: title.trim(), body: body.trim(), alt: alt.trim() === '' ? undefined : alt.trim() },
      ]),
  );

/** Whether a language has its own words. */
export const isWritten = (texts: WordsByLan, lan: Lan): boolean =>
  texts[lan] !== undefined && !isEmpty(texts[lan]);

/** The words a reader of `lan` gets: those of English where there are none. */
export const readAs = (texts: WordsByLan, lan: Lan): Words =>
  (isWritten(texts, lan) ? texts[lan] : texts[fallbackLan]) ?? noWords;

/** What of the words keeps them from being saved: English that is missing, or titles that are. */
export const lackOf = (texts: WordsByLan): { english: boolean; titles: Lan[] } => ({
  english: !isWritten(texts, fallbackLan),
  titles: writtenLans.filter((lan) => isWritten(texts, lan) && texts[lan]?.title.trim() === ''),
});
