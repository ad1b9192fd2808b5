import type { officeContentRoutes } from '@touchline/contract/routes/office-content';
import type { AccessWorld } from '../access-world.ts';
import { nothing, type CasesOf } from './kinds.ts';

const readers = ['content', 'auditor'] as const;

/** How the office's calls about what members read are tried. */
export const contentCases = (world: () => AccessWorld): CasesOf<keyof typeof officeContentRoutes> => {
  const ofContent = async () => ({ id: await world().content() });
  return {
    officeContentList: { roles: readers, input: nothing, may: 'done' },
    officeContentDetail: { roles: readers, input: ofContent, may: 'done' },
    officeContentVersions: { roles: readers, input: ofContent, may: 'done' },
    officeContentSave: {
      roles: ['content'],
      input: () => ({ kind: 'banner', texts: { en: { title: 'For the test', body: '' } } }),
      may: 'done',
    },
    officeContentDel: {
      roles: ['content'],
      input: async () => ({ ...(await ofContent()), seen: 1 }),
      may: 'done',
    },
    // As JSON there is no picture in it.
    officePictureAdd: { roles: ['content'], input: nothing, may: 'validation' },
  };
};
