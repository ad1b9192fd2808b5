import type { officeContentRoutes } from '@touchline/contract/routes/office-content';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf } from './kinds.ts';

const readers = ['content', 'auditor'] as const;

/** Cases of the office's calls about content. */
export const contentCases = (site: () => OwnedData): CasesOf<keyof typeof officeContentRoutes> => {
  const ofContent = async () => ({ id: await site().content() });
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
    // A call with JSON has no picture.
    officePictureAdd: { roles: ['content'], input: nothing, may: 'validation' },
  };
};
