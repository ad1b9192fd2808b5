import type { Shape } from '@touchline/contract/sendable';
import {
  ContentText,
  ContentVersion,
  type Content,
  type ContentKind,
  type ContentState,
} from '@touchline/contract/shapes/inbox';
import { fallbackLan, type Lan } from '@touchline/locales/locales';
import { Type } from 'typebox';

const { image, video, link, section, value, supportKind, priority, hours, order } = ContentVersion.properties;

/** Words by language. */
export const Texts = Type.Record(Type.String(), ContentText);
export type Texts = Shape<typeof Texts>;

/** The fields of content other than its words and times. The kind decides which of them it has. */
export const ContentFields = Type.Object({
  image,
  video,
  link,
  section,
  value,
  supportKind,
  priority,
  hours,
  order,
  tone: Type.Optional(Type.Enum(['pitch', 'night', 'amber'])),
});
export type ContentFields = Shape<typeof ContentFields>;

/** A version as it was saved. */
export type SavedVersion = {
  id: string;
  version: number;
  kind: ContentKind;
  draft: boolean;
  removed: boolean;
  texts: Texts;
  fields: ContentFields;
  /** Absent in a draft that begins when it is published. */
  from: Date | undefined;
  until: Date | undefined;
  savedBy: string;
  savedAt: Date;
};

/** The newest version and the published one. */
export type KeptContent = SavedVersion & { state: ContentState; published: number | undefined };

/** The newest published version of an item. */
export type ContentItem = {
  id: string;
  version: number;
  kind: ContentKind;
  texts: Texts;
  fields: ContentFields;
  from: Date;
  until: Date | undefined;
  savedAt: Date;
};

const noWords = { title: '', body: '' };
const textOf = (texts: Texts, lan: Lan): ContentText => texts[lan] ?? texts[fallbackLan] ?? noWords;

/** The words for a reader of `lan`; English where there are none in that language. */
export const wordsOf = (texts: Texts, lan: Lan): { title: string; body: string } => {
  const { title, body } = textOf(texts, lan);
  return { title, body };
};

/** What the picture shows, in the language of the words. */
export const altOf = (texts: Texts, lan: Lan): { alt?: string } => {
  const { alt } = textOf(texts, lan);
  return alt === undefined ? {} : { alt };
};

/** Whether an item is shown at a time: from its start, and before its end. */
export const isInForce = ({ from, until }: Pick<ContentItem, 'from' | 'until'>, now: Date): boolean =>
  from <= now && (until === undefined || now < until);

type NameOf = (operatorId: string) => { id: string; account: string };

/** A version as operators see it. */
export const toWireVersion = (saved: SavedVersion, nameOf: NameOf): ContentVersion => {
  const { texts, fields, from, until, savedBy, savedAt, ...item } = saved;
  return {
    id: item.id,
    kind: item.kind,
    version: item.version,
    draft: item.draft,
    removed: item.removed,
    texts,
    ...fields,
    from: from?.toISOString(),
    until: until?.toISOString(),
    savedAt: savedAt.toISOString(),
    savedBy: nameOf(savedBy),
  };
};

/** The newest version on the wire, with its state. */
export const toWireContent = ({ state, published, ...saved }: KeptContent, nameOf: NameOf): Content => ({
  ...toWireVersion(saved, nameOf),
  state,
  published,
});
