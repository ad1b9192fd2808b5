import { newId } from '../../core/ids.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import type { Fields } from '../../testing/access-cases/kinds.ts';
import type { Rows } from './kinds.ts';
import type { WatchedSite } from './watched-site.ts';

const texts = { en: { title: 'For the test', body: '' } };
const noFeed = { not: 'it is about words, of which no feed says anything' };
const noTable = { not: 'what members read is in no table that is taken along' };

/** What members read. */
export const contentRows = (site: () => WatchedSite): Rows => {
  const cases = officeCases(site);
  const own = { not: 'one operator publishes alone, each version on record' };

  const save = async (): Promise<Fields> => ({
    id: await site().content(),
    seen: 1,
    kind: 'activity',
    texts,
  });
  const again = async (given: Fields): Promise<Fields> => {
    await site().askAs(await site().one('content', 7), 'officeContentSave', {
      id: given.id,
      seen: 1,
      kind: 'activity',
      texts,
    });
    return given;
  };
  const proposal = (kind: string): Fields => ({
    key: newId(),
    kind,
    seen: 0,
    reason: 'For the test',
    texts: { en: { title: 'Rules', body: 'Play.' } },
    from: new Date(Date.now() + 7_200_000).toISOString(),
  });
  const proposed = async (by: { token: string }, kind = 'privacy'): Promise<string> => {
    const { text } = await site().askAs(by, 'officeHouseTextAdd', proposal(kind));
    return String(Object(text).id);
  };

  return {
    officeContentSave: {
      own,
      against: noFeed,
      words: noTable,
      input: save,
      twice: { losers: ['outdated'] },
      stale: { input: async () => again(await save()), reason: 'outdated' },
      forged: { id: { reason: 'not_found' }, image: { reason: 'validation' } },
    },
    officeContentDel: {
      own,
      against: noFeed,
      words: noTable,
      input: () => cases.officeContentDel.input(''),
      twice: { losers: ['outdated', 'not_found'] },
      stale: {
        input: async () => again(Object(await cases.officeContentDel.input(''))),
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
    },
    officePictureAdd: {
      own,
      against: noFeed,
      input: () => ({}),
      refused: { reason: 'validation', not: 'a picture comes in a form: uploads has tests of what is none' },
      twice: { not: 'two pictures are two pictures' },
      stale: { not: 'a picture never changes' },
      forged: { not: 'no ids in the input' },
      words: { not: 'it takes no words' },
      shape: { not: 'a form has other fields than a body' },
    },
    officeHouseTextAdd: {
      own: { not: 'a proposal is not published' },
      input: () => proposal('privacy'),
      twice: {
        losers: [],
        same: 'the key makes it the same proposal',
        oneOnly: 'a key is of one operator: two make two proposals, of which one can be published',
      },
      stale: { input: () => ({ ...proposal('privacy'), seen: 7 }), reason: 'outdated' },
      forged: { not: 'it names nothing there is' },
      words: ['reason'],
      against: noFeed,
    },
    officeHouseTextDecide: {
      input: async () => ({
        id: await proposed(await site().one('content', 7)),
        seen: 0,
        decision: 'refuse',
        note: 'For the test',
      }),
      own: {
        input: async (by) => ({ id: await proposed(by), seen: 0, decision: 'publish' }),
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'] },
      stale: {
        input: async () => {
          const [one, other] = [await site().one('content', 7), await site().one('content', 8)];
          const [first, second] = [await proposed(one, 'terms'), await proposed(one, 'terms')];
          await site().askAs(other, 'officeHouseTextDecide', { id: first, seen: 0, decision: 'publish' });
          return { id: second, seen: 0, decision: 'publish' };
        },
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: ['note'],
      against: noFeed,
    },
  };
};
