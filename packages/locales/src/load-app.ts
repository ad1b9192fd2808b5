import type { Messages } from '@lingui/core';
import { fallbackLan, isComplete, type CompleteLan, type Lan } from './locales.ts';

type Load = () => Promise<{ messages: Messages }>;

// One literal import per language and half: the bundler makes a lazy chunk of each.
const loaders: Record<CompleteLan, { first: Load; rest: Load }> = {
  en: { first: () => import('./gen/app.en.gen.ts'), rest: () => import('./gen/app-rest.en.gen.ts') },
  'zh-CN': {
    first: () => import('./gen/app.zh-CN.gen.ts'),
    rest: () => import('./gen/app-rest.zh-CN.gen.ts'),
  },
  de: { first: () => import('./gen/app.de.gen.ts'), rest: () => import('./gen/app-rest.de.gen.ts') },
  ar: { first: () => import('./gen/app.ar.gen.ts'), rest: () => import('./gen/app-rest.ar.gen.ts') },
};

const halfOf = async (lan: Lan, half: 'first' | 'rest'): Promise<Messages> => {
  const { messages } = await loaders[isComplete(lan) ? lan : fallbackLan][half]();
  return messages;
};

/**
 * The compiled texts of the member app's shell and home page in `lan` (`scripts/first-texts.ts` says which). Messages
 * not yet translated are in English, and so are all of a language that is not offered yet. Rejects when the chunk
 * cannot be loaded.
 */
export const loadFirstTexts = (lan: Lan): Promise<Messages> => halfOf(lan, 'first');

/** The member app's whole catalogue of `lan`, as above. */
export const loadAppCatalogue = async (lan: Lan): Promise<Messages> => {
  const [first, rest] = await Promise.all([halfOf(lan, 'first'), halfOf(lan, 'rest')]);
  return { ...first, ...rest };
};
