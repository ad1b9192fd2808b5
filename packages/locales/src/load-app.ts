import type { Messages } from '@lingui/core';
import type { Lan } from './locales.ts';

type Load = () => Promise<{ messages: Messages }>;

// One literal import per language and half: the bundler makes a lazy chunk of each.
const loaders: Record<Lan, { first: Load; rest: Load }> = {
  en: { first: () => import('./gen/app.en.gen.ts'), rest: () => import('./gen/app-rest.en.gen.ts') },
  'zh-CN': {
    first: () => import('./gen/app.zh-CN.gen.ts'),
    rest: () => import('./gen/app-rest.zh-CN.gen.ts'),
  },
  'zh-TW': {
    first: () => import('./gen/app.zh-TW.gen.ts'),
    rest: () => import('./gen/app-rest.zh-TW.gen.ts'),
  },
  ar: { first: () => import('./gen/app.ar.gen.ts'), rest: () => import('./gen/app-rest.ar.gen.ts') },
  de: { first: () => import('./gen/app.de.gen.ts'), rest: () => import('./gen/app-rest.de.gen.ts') },
  es: { first: () => import('./gen/app.es.gen.ts'), rest: () => import('./gen/app-rest.es.gen.ts') },
  fr: { first: () => import('./gen/app.fr.gen.ts'), rest: () => import('./gen/app-rest.fr.gen.ts') },
  hi: { first: () => import('./gen/app.hi.gen.ts'), rest: () => import('./gen/app-rest.hi.gen.ts') },
  id: { first: () => import('./gen/app.id.gen.ts'), rest: () => import('./gen/app-rest.id.gen.ts') },
  it: { first: () => import('./gen/app.it.gen.ts'), rest: () => import('./gen/app-rest.it.gen.ts') },
  ja: { first: () => import('./gen/app.ja.gen.ts'), rest: () => import('./gen/app-rest.ja.gen.ts') },
  ko: { first: () => import('./gen/app.ko.gen.ts'), rest: () => import('./gen/app-rest.ko.gen.ts') },
  pt: { first: () => import('./gen/app.pt.gen.ts'), rest: () => import('./gen/app-rest.pt.gen.ts') },
  ru: { first: () => import('./gen/app.ru.gen.ts'), rest: () => import('./gen/app-rest.ru.gen.ts') },
  th: { first: () => import('./gen/app.th.gen.ts'), rest: () => import('./gen/app-rest.th.gen.ts') },
  tr: { first: () => import('./gen/app.tr.gen.ts'), rest: () => import('./gen/app-rest.tr.gen.ts') },
  vi: { first: () => import('./gen/app.vi.gen.ts'), rest: () => import('./gen/app-rest.vi.gen.ts') },
};

const halfOf = async (lan: Lan, half: 'first' | 'rest'): Promise<Messages> => {
  const { messages } = await loaders[lan][half]();
  return messages;
};

/**
 * The compiled texts of the member app's shell and home page in `lan` (`scripts/first-texts.ts` says which). Messages
 * not yet translated are in English. Rejects when the chunk cannot be loaded.
 */
export const loadFirstTexts = (lan: Lan): Promise<Messages> => halfOf(lan, 'first');

/** The member app's whole catalogue of `lan`, as above. */
export const loadAppCatalogue = async (lan: Lan): Promise<Messages> => {
  const [first, rest] = await Promise.all([halfOf(lan, 'first'), halfOf(lan, 'rest')]);
  return { ...first, ...rest };
};
