import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { operatorRoute } from '../route.ts';
import { Empty, Id, listOf, Moment, oneOf, pageFields } from '../shapes/common.ts';
import {
  bannerTones,
  Content,
  contentKinds,
  contentStates,
  ContentText,
  ContentVersion,
  supportEntryKinds,
} from '../shapes/inbox.ts';

const closed = { additionalProperties: false };
const Texts = Type.Record(Type.String({ maxLength: 8 }), ContentText);
const VersionSeen = Type.Integer({
  minimum: 1,
  maximum: limits.numberMax,
  description: 'the newest version the operator saw',
});

/** How operators keep what members read. */
export const officeContentRoutes = {
  officeContentList: operatorRoute('officeContentList', 'GET /api/office/contentList', {
    roles: ['content', 'auditor'],
    summary:
      'What members read, of one kind as members see it ordered, of all kinds newest first. Without a state: all but what was taken back',
    input: Type.Object(
      {
        kind: Type.Optional(oneOf([...contentKinds])),
        state: Type.Optional(oneOf([...contentStates])),
        q: Type.Optional(
          Type.String({ maxLength: limits.searchMaxLength, description: 'words of any language' }),
        ),
        ...pageFields,
      },
      closed,
    ),
    output: listOf(Content),
  }),
  officeContentDetail: operatorRoute('officeContentDetail', 'GET /api/office/contentDetail', {
    roles: ['content', 'auditor'],
    summary: 'One of them in its newest version, also when it was taken back',
    input: Type.Object({ id: Id }, closed),
    output: Content,
    reasons: ['not_found'],
  }),
  officeContentVersions: operatorRoute('officeContentVersions', 'GET /api/office/contentVersions', {
    roles: ['content', 'auditor'],
    summary: 'Every version of one, newest first, with who saved it',
    input: Type.Object({ id: Id, ...pageFields }, closed),
    output: listOf(ContentVersion),
    reasons: ['not_found'],
  }),
  officeContentSave: operatorRoute('officeContentSave', 'POST /api/office/contentSave', {
    decides: false,
    roles: ['content'],
    body: 'words',
    summary:
      'Publish something, or the next version of what `id` names, where `seen` is still its newest one. No member sees a draft, and published versions stay',
    input: Type.Object(
      {
        id: Type.Optional(Id),
        seen: Type.Optional(VersionSeen),
        draft: Type.Optional(Type.Literal(true)),
        kind: oneOf([...contentKinds]),
        texts: Texts,
        from: Type.Optional(Moment),
        until: Type.Optional(Moment),
        image: Type.Optional(Id),
        video: Type.Optional(
          Type.String({ maxLength: 300, description: 'https address, on a host of VIDEO_HOSTS' }),
        ),
        link: Type.Optional(Type.String({ maxLength: 200 })),
        tone: Type.Optional(oneOf([...bannerTones])),
        section: Type.Optional(Type.String({ maxLength: 40 })),
        value: Type.Optional(Type.String({ maxLength: 200 })),
        supportKind: Type.Optional(oneOf([...supportEntryKinds])),
        priority: Type.Optional(Type.Boolean()),
        hours: Type.Optional(
          Type.Object(
            {
              days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
              from: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
              to: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
            },
            closed,
          ),
        ),
        order: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
      },
      closed,
    ),
    output: Content,
    reasons: ['not_found', 'outdated'],
  }),
  officeContentDel: operatorRoute('officeContentDel', 'POST /api/office/contentDel', {
    decides: false,
    roles: ['content'],
    summary: 'Take something back; its versions stay recorded',
    input: Type.Object({ id: Id, seen: VersionSeen }, closed),
    output: Empty,
    reasons: ['not_found', 'outdated'],
  }),
  officePictureAdd: operatorRoute('officePictureAdd', 'POST /api/office/pictureAdd', {
    decides: false,
    roles: ['content'],
    body: 'form',
    summary: 'Send a picture for a banner or an activity: a multipart form with `file`',
    input: Type.Object({ file: Type.Optional(Type.Unknown()) }),
    output: Type.Object({ id: Id, url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
    reasons: ['upload_type', 'upload_size', 'upload_damaged', 'bad_request'],
  }),
};
