import type { Messages } from '@lingui/core';
import { fallbackLan, isComplete, type CompleteLan, type Lan } from './locales.ts';

// One literal import per language: the bundler makes a lazy chunk of each.
const loaders: Record<CompleteLan, () => Promise<{ messages: Messages }>> = {
  en: () => import('./gen/app.en.gen.ts'),
  'zh-CN': () => import('./gen/app.zh-CN.gen.ts'),
  de: () => import('./gen/app.de.gen.ts'),
  ar: () => import('./gen/app.ar.gen.ts'),
};

/**
 * The member app's compiled catalogue of `lan`; messages not yet translated are in English, and so is the whole
 * catalogue of a language that is not offered yet. Rejects when the chunk cannot be loaded.
 */
export const loadAppCatalogue = async (lan: Lan): Promise<Messages> => {
  const { messages } = await loaders[isComplete(lan) ? lan : fallbackLan]();
  return messages;
};
