import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type Fields, type OfficeCases } from './kinds.ts';

const reason = 'For the test';
const texts = { en: { title: reason, body: '' } };

/** Cases of the calls about what members read: content and house texts. */
export const contentCases = (site: () => OwnedData) => {
  const reading = { roles: ['content', 'auditor'], input: nothing } as const;
  const writing = {
    roles: ['content'],
    own: { not: 'one operator publishes alone, and each version is kept' },
    words: { not: 'what members read is in no table that is exported' },
  } as const;
  const houseReading = { roles: ['content', 'owner', 'auditor'], input: nothing } as const;
  const houseWriting = { roles: ['content', 'owner'] } as const;
  const writer = () => site().one('content', 7);

  const ofContent = async () => ({ id: await site().content() });
  const save = async (): Promise<Fields> => ({ ...(await ofContent()), seen: 1, kind: 'activity', texts });
  const deletion = async (): Promise<Fields> => ({ ...(await ofContent()), seen: 1 });
  /** Another operator saves the content first. */
  const saved = async (given: Fields): Promise<Fields> => {
    const first = { id: given['id'], seen: 1, kind: 'activity', texts };
    await site().askAs(await writer(), 'officeContentSave', first);
    return given;
  };

  const proposal = (kind = 'privacy'): Fields => ({
    key: newId(),
    kind,
    seen: 0,
    reason,
    texts: { en: { title: 'Rules', body: 'Play.' } },
    from: new Date(Date.now() + 7_200_000).toISOString(),
  });
  const proposed = async (by: { token: string }, kind?: string) => {
    const { text } = await site().askAs(by, 'officeHouseTextAdd', proposal(kind));
    return { id: String(Object(text).id) };
  };

  return {
    officeContentList: reading,
    officeContentDetail: { ...reading, input: ofContent },
    officeContentVersions: { ...reading, input: ofContent },
    officeContentSave: {
      ...writing,
      input: save,
      twice: { losers: ['outdated'] },
      stale: async () => saved(await save()),
      forged: { id: 'not_found', image: 'validation' },
    },
    officeContentDel: {
      ...writing,
      input: deletion,
      twice: { losers: ['outdated', 'not_found'] },
      stale: async () => saved(await deletion()),
      forged: { id: 'not_found' },
    },
    officePictureAdd: {
      ...writing,
      // A picture comes in a form: uploads has tests of what is none.
      input: nothing,
      refused: 'validation',
      twice: { not: 'two pictures are two pictures' },
      stale: { not: 'a picture never changes' },
      forged: { not: 'no ids in the input' },
      words: { not: 'it takes no words' },
      shape: { not: 'a form has other fields than a body' },
    },
    officeHouseTextList: houseReading,
    officeHouseTextDetail: { ...houseReading, input: async () => proposed(await writer()) },
    officeHouseTextAdd: {
      ...houseWriting,
      own: { not: 'a proposal is not published' },
      input: () => proposal(),
      twice: {
        losers: [],
        same: 'the key makes it the same proposal',
        oneOnly: 'a key is of one operator: two make two proposals, of which one can be published',
      },
      stale: () => ({ ...proposal(), seen: 7 }),
      forged: { not: 'it names nothing there is' },
      words: ['reason'],
    },
    officeHouseTextDecide: {
      ...houseWriting,
      input: async () => ({ ...(await proposed(await writer())), seen: 0, decision: 'refuse', note: reason }),
      own: async (by) => ({ ...(await proposed(by)), seen: 0, decision: 'publish' }),
      twice: { losers: ['outdated'] },
      stale: async () => {
        const [first, second] = [
          await proposed(await writer(), 'terms'),
          await proposed(await writer(), 'terms'),
        ];
        const publish = { ...first, seen: 0, decision: 'publish' };
        await site().askAs(await site().one('content', 8), 'officeHouseTextDecide', publish);
        return { ...publish, ...second };
      },
      forged: { id: 'not_found' },
      words: ['note'],
    },
  } satisfies OfficeCases;
};
