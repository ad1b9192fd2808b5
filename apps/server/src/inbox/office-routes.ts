import { limits } from '@touchline/contract/limits';
import type { Handlers } from '../http/handler.ts';
import { Refused } from '../platform/refusal.ts';
import { toWireContent } from './content/item.ts';
import type { Inbox } from './service.ts';

type OfficeInboxName =
  | ('officeContentList' | 'officeContentSave' | 'officeContentDel')
  | ('officePictureAdd' | 'officeLetterSend');

/** A picture as the room of uploads keeps it. */
type AddPicture = (
  operatorId: string,
  bytes: Buffer,
) => Promise<{ id: string; url: string; width: number; height: number }>;

/** The calls by which operators publish and write. */
export const officeInboxHandlers = ({
  inbox: { contents, letters },
  addPicture,
}: {
  inbox: Pick<Inbox, 'contents' | 'letters'>;
  addPicture: AddPicture;
}): Pick<Handlers, OfficeInboxName> => ({
  officeContentList: async ({ kind, page = 1, limit = limits.listLimitDefault }) => {
    const { items, total } = await contents.list(kind, { limit, offset: (page - 1) * limit });
    return { list: items.map(toWireContent), total, page, limit };
  },
  officeContentSave: async (input, by) => toWireContent(await contents.save(input, by)),
  officeContentDel: async ({ id }, by) => {
    await contents.remove(id, by);
    return {};
  },
  officePictureAdd: async ({ file }, { operator }) => {
    // A form's file arrives as bytes; as JSON there is none.
    if (!Buffer.isBuffer(file)) {
      throw new Refused('validation', { rules: { file: file === undefined ? 'required' : 'type' } });
    }
    return addPicture(operator.id, file);
  },
  officeLetterSend: (input, by) => letters.post(input, by),
});
