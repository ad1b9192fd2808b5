import type { Messages } from '@lingui/core';
import { loaders } from './gen/office-loaders.gen.ts';
import type { OfficeLan } from './locales.ts';

/** The compiled texts of the office in `lan`. Rejects when the chunk cannot be loaded. */
export const loadOfficeCatalogue = async (lan: OfficeLan): Promise<Messages> => {
  const { messages } = await loaders[lan]();
  return messages;
};
