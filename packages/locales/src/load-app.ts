import type { Messages } from '@lingui/core';
import { loaders } from './gen/app-loaders.gen.ts';
import type { Lan } from './locales.ts';

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
