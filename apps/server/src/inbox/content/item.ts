import {
  Content,
  ContentText,
  type ContentKind,
  type Content as WireContent,
} from '@touchline/contract/shapes/inbox';
import { fallbackLan, type Lan } from '@touchline/locales/locales';
import { Type, type Static } from 'typebox';

const { image, link, section, value, supportKind, priority, hours, order } = Content.properties;

/** Words by language. */
export const Texts = Type.Record(Type.String(), ContentText);
export type Texts = Static<typeof Texts>;

/** The fields of content beside its words and times; which of them it has, its kind says. */
export const ContentFields = Type.Object({
  ...{ image, link, section, value, supportKind, priority, hours, order },
  tone: Type.Optional(Type.Enum(['pitch', 'night', 'amber'])),
});
export type ContentFields = Static<typeof ContentFields>;

/** Something operators published, in its newest version. */
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

/** The words for a reader of `lan`; English where there are none in that language. */
export const wordsOf = (texts: Texts, lan: Lan): ContentText =>
  texts[lan] ?? texts[fallbackLan] ?? { title: '', body: '' };

/** Whether it is shown at a moment: from its first moment on, up to but without its last. */
export const isInForce = ({ from, until }: Pick<ContentItem, 'from' | 'until'>, now: Date): boolean =>
  from <= now && (until === undefined || now < until);

/** As operators see it. */
export const toWireContent = ({
  texts,
  fields,
  from,
  until,
  savedAt,
  ...item
}: ContentItem): WireContent => ({
  ...{ id: item.id, kind: item.kind, version: item.version, texts, ...fields },
  from: from.toISOString(),
  ...(until === undefined ? {} : { until: until.toISOString() }),
  savedAt: savedAt.toISOString(),
});
