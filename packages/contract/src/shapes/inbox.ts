import { Type } from 'typebox';
import { Id, Moment, oneOf } from './common.ts';
import { OperatorName } from './office.ts';
import type { Shape } from '../sendable.ts';

export const Notice = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String(),
  at: Moment,
  read: Type.Boolean(),
  /** A page of the member app that it is about: the address after the #. */
  link: Type.Optional(Type.String()),
});
export type Notice = Shape<typeof Notice>;

export const Unread = Type.Object({ system: Type.Integer(), letter: Type.Integer() });
export type Unread = Shape<typeof Unread>;

/** What is pushed to the browsers of a member, kind by kind. */
export const AlertSettings = Type.Object({
  settled: Type.Boolean(),
  goals: Type.Boolean({ description: 'of matches with an open bet or a star' }),
  kickOff: Type.Boolean({ description: 'of the same matches' }),
  offers: Type.Boolean(),
  offerAt: Type.Optional(Type.String({ description: 'the least offer for a bet, an amount' })),
});
export type AlertSettings = Shape<typeof AlertSettings>;

/** Something starred. */
export const Favourite = Type.Object(
  { kind: oneOf(['match', 'team', 'competition']), id: Id },
  { additionalProperties: false },
);
export type Favourite = Shape<typeof Favourite>;

export const bannerTones = ['pitch', 'night', 'amber'] as const;

/** A slide of the home page's carousel: a picture, or words on one of the colours. */
export const Banner = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.Optional(Type.String()),
  image: Type.Optional(Type.String({ description: 'path of a public picture' })),
  alt: Type.Optional(Type.String({ description: 'what the picture shows; without it the title says so' })),
  tone: oneOf([...bannerTones]),
  link: Type.Optional(Type.String()),
});
export type Banner = Shape<typeof Banner>;

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
export type HelpEntry = Shape<typeof HelpEntry>;

export const supportEntryKinds = ['email', 'phone', 'chat', 'link'] as const;
export const SupportEntry = Type.Object({
  id: Id,
  kind: oneOf([...supportEntryKinds]),
  name: Type.String(),
  value: Type.String(),
  /** In words, in the caller's language. */
  hours: Type.String(),
  open: Type.Optional(
    Type.Boolean({ description: 'whether support answers now; missing where no hours are known' }),
  ),
  /** Answers members of high levels first. */
  priority: Type.Boolean(),
});
export type SupportEntry = Shape<typeof SupportEntry>;

export const Activity = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String(),
  image: Type.Optional(Type.String()),
  alt: Type.Optional(Type.String()),
  video: Type.Optional(Type.String({ description: 'https address of a video, on a host the site allows' })),
  from: Moment,
  until: Type.Optional(Moment),
  link: Type.Optional(Type.String()),
});
export type Activity = Shape<typeof Activity>;

/** A page of words: its sections in their order. */
export const TextSection = Type.Object({ id: Type.String(), title: Type.String(), body: Type.String() });

export const contentKinds = ['notice', 'banner', 'activity', 'help', 'support', 'company'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The fields a kind may have in addition to its words, its first time and its order. */
export const contentFields = {
  notice: ['until', 'link'],
  banner: ['until', 'image', 'link', 'tone'],
  activity: ['until', 'image', 'video', 'link'],
  help: ['section'],
  support: ['value', 'supportKind', 'priority', 'hours'],
  company: ['section'],
} as const satisfies Record<ContentKind, readonly string[]>;
export type ContentField = (typeof contentFields)[ContentKind][number];

/** State of a content: never published, published for later, in force, over, or taken back. */
export const contentStates = ['draft', 'planned', 'shown', 'ended', 'removed'] as const;
export type ContentState = (typeof contentStates)[number];

const words = {
  title: Type.String({ minLength: 1, maxLength: 120 }),
  body: Type.String({ maxLength: 8_000 }),
};

/** The words of one language, in a letter. */
export const LetterText = Type.Object(words);

/** The words of one language. */
export const ContentText = Type.Object({
  ...words,
  alt: Type.Optional(
    Type.String({ maxLength: 200, description: 'what the picture shows, for who does not see it' }),
  ),
});
export type ContentText = Shape<typeof ContentText>;

/** A version of what operators keep for members to read, each kind with the fields it needs. */
export const ContentVersion = Type.Object({
  id: Id,
  kind: oneOf([...contentKinds]),
  version: Type.Integer(),
  draft: Type.Boolean({ description: 'not shown to members' }),
  removed: Type.Boolean({ description: 'with this version it was taken back' }),
  /** Words by language; English is required, and replaces a missing language. */
  texts: Type.Record(Type.String(), ContentText),
  from: Type.Optional(Moment),
  until: Type.Optional(Moment),
  image: Type.Optional(Type.String()),
  video: Type.Optional(Type.String()),
  link: Type.Optional(Type.String()),
  tone: Type.Optional(Type.String()),
  section: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
  supportKind: Type.Optional(oneOf([...supportEntryKinds])),
  priority: Type.Optional(Type.Boolean()),
  /** Hours of support: days of the week from 1, Monday, and times of day in the site's time zone; missing: always. */
  hours: Type.Optional(
    Type.Object({
      days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
      from: Type.String(),
      to: Type.String(),
    }),
  ),
  order: Type.Integer(),
  savedAt: Moment,
  savedBy: OperatorName,
});
export type ContentVersion = Shape<typeof ContentVersion>;

/** The newest version, and how far it is from what members read. */
export const Content = Type.Object({
  ...ContentVersion.properties,
  state: oneOf([...contentStates]),
  published: Type.Optional(Type.Integer({ description: 'the version members read, or will or did' })),
});
export type Content = Shape<typeof Content>;
