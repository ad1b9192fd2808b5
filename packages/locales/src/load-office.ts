import type { Messages } from '@lingui/core';
import type { OfficeLan } from './locales.ts';

// One literal import per language: the bundler makes a lazy chunk of each.
const loaders: Record<OfficeLan, () => Promise<{ messages: Messages }>> = {
  en: () => import('./gen/office.en.gen.ts'),
  'zh-CN': () => import('./gen/office.zh-CN.gen.ts'),
};

/** The compiled texts of the office in `lan`. Rejects when the chunk cannot be loaded. */
export const loadOfficeCatalogue = async (lan: OfficeLan): Promise<Messages> => {
  const { messages } = await loaders[lan]();
  return messages;
};
