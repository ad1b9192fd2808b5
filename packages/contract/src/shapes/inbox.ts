import { Type, type Static } from 'typebox';
import { Id, Moment, oneOf } from './common.ts';

export const Notice = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String(),
  at: Moment,
  read: Type.Boolean(),
  /** A page of the member app that it is about, as it stands after the #. */
  link: Type.Optional(Type.String()),
});
export type Notice = Static<typeof Notice>;

export const Unread = Type.Object({ system: Type.Integer(), letter: Type.Integer() });
export type Unread = Static<typeof Unread>;

/** What the home page turns through: a picture, or words on one of the colours. */
export const Banner = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.Optional(Type.String()),
  image: Type.Optional(Type.String({ description: 'path of a public picture' })),
  tone: oneOf(['pitch', 'night', 'amber']),
  link: Type.Optional(Type.String()),
});
export type Banner = Static<typeof Banner>;

export const HelpEntry = Type.Object({
  id: Id,
  section: Type.String(),
  /** The section in the words of the reader's language; empty where it has none. */
  sectionTitle: Type.String(),
  title: Type.String(),
  body: Type.String(),
  version: Type.String(),
  updatedAt: Type.String({ format: 'date' }),
});
export type HelpEntry = Static<typeof HelpEntry>;

export const supportEntryKinds = ['email', 'phone', 'chat', 'link'] as const;
export const SupportEntry = Type.Object({
  id: Id,
  kind: oneOf([...supportEntryKinds]),
  name: Type.String(),
  value: Type.String(),
  /** In words, in the caller's language. */
  hours: Type.String(),
  open: Type.Boolean({ description: 'whether somebody answers now' }),
  /** Answers members of high levels first. */
  priority: Type.Boolean(),
});
export type SupportEntry = Static<typeof SupportEntry>;

export const Activity = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String(),
  image: Type.Optional(Type.String()),
  from: Moment,
  until: Type.Optional(Moment),
  link: Type.Optional(Type.String()),
});
export type Activity = Static<typeof Activity>;

/** A page of words: its sections in their order. */
export const TextSection = Type.Object({ id: Type.String(), title: Type.String(), body: Type.String() });

export const contentKinds = ['notice', 'banner', 'activity', 'help', 'support', 'company'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The words of one language. */
export const ContentText = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 120 }),
  body: Type.String({ maxLength: 8_000 }),
});
export type ContentText = Static<typeof ContentText>;

/** What operators keep for members to read, each kind with the fields it needs. */
export const Content = Type.Object({
  id: Id,
  kind: oneOf([...contentKinds]),
  version: Type.Integer(),
  /** Words by language; English must be there, and stands in where another is missing. */
  texts: Type.Record(Type.String(), ContentText),
  from: Moment,
  until: Type.Optional(Moment),
  image: Type.Optional(Type.String()),
  link: Type.Optional(Type.String()),
  tone: Type.Optional(Type.String()),
  section: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
  supportKind: Type.Optional(oneOf([...supportEntryKinds])),
  priority: Type.Optional(Type.Boolean()),
  /** Of support: days of the week from 1, Monday, and times of day in the site's time zone; missing: always. */
  hours: Type.Optional(
    Type.Object({
      days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
      from: Type.String(),
      to: Type.String(),
    }),
  ),
  order: Type.Integer(),
  savedAt: Moment,
});
export type Content = Static<typeof Content>;
