import type { Handlers } from '../core/handler.ts';
import { Refused } from '../core/refusal.ts';
import { type KeptContent, toWireContent, toWireVersion } from './content/item.ts';
import type { Inbox } from './service.ts';
import { pageOf } from '../core/pages.ts';

type OfficeInboxName =
  | ('officeContentList' | 'officeContentDetail' | 'officeContentVersions')
  | ('officeContentSave' | 'officeContentDel')
  | ('officePictureAdd' | 'officeLetterSend');

/** A picture as the module of uploads keeps it. */
type AddPicture = (
  operatorId: string,
  bytes: Buffer,
) => Promise<{ id: string; url: string; width: number; height: number }>;

/** The calls by which operators publish content and write letters. */
export const officeInboxHandlers = ({
  inbox: { contents, letters },
  addPicture,
  namesOf,
}: {
  inbox: Inbox;
  addPicture: AddPicture;
  /** Accounts of operators, by id. */
  namesOf: (operatorIds: readonly string[]) => Promise<ReadonlyMap<string, { id: string; account: string }>>;
}): Pick<Handlers, OfficeInboxName> => {
  const namer = async (rows: readonly { savedBy: string }[]) => {
    const names = await namesOf(rows.map(({ savedBy }) => savedBy));
    return (id: string) => ({ id, account: names.get(id)?.account ?? '' });
  };
  const toWire = async (kept: KeptContent) => toWireContent(kept, await namer([kept]));

  return {
    officeContentList: async ({ page: number, limit, ...filter }) => {
      const { page, slice } = pageOf({ page: number, limit });
      const { rows, total } = await contents.list(filter, slice);
      const nameOf = await namer(rows);
      return { list: rows.map((row) => toWireContent(row, nameOf)), total, ...page };
    },
    officeContentDetail: async ({ id }) => toWire(await contents.one(id)),
    officeContentVersions: async ({ id, ...input }) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await contents.versions(id, slice);
      const nameOf = await namer(rows);
      return { list: rows.map((row) => toWireVersion(row, nameOf)), total, ...page };
    },
    officeContentSave: async (input, by) => toWire(await contents.save(input, by)),
    officeContentDel: async (which, by) => {
      await contents.remove(which, by);
      return {};
    },
    officePictureAdd: async ({ file }, { operator }) => {
      // The file of a form arrives as bytes; a call with JSON has none.
      if (!Buffer.isBuffer(file)) {
        throw new Refused('validation', { rules: { file: file === undefined ? 'required' : 'type' } });
      }
      return addPicture(operator.id, file);
    },
    officeLetterSend: (input, by) => letters.post(input, by),
  };
};
