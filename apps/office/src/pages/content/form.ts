import type { CallInput } from '@touchline/contract/routes';
import {
  type bannerTones,
  type Content,
  type ContentField,
  contentFields,
  type ContentKind,
  type SupportEntry,
} from '@touchline/contract/shapes/inbox';
import { inputOf, type Texts, textsOf } from '../../words/texts.ts';
import { fromZone, toZone } from '../../words/zone-time.ts';

type Hours = { days: readonly number[]; from: string; to: string };

/** Content while it is written; times as fields of the browser hold them, in the time zone of the site. */
export type Form = {
  texts: Texts;
  from: string;
  until: string;
  image: string;
  video: string;
  link: string;
  tone: (typeof bannerTones)[number];
  section: string;
  value: string;
  supportKind: SupportEntry['kind'];
  priority: boolean;
  /** Missing: always. */
  hours: Hours | undefined;
  order: string;
};

type Save = Omit<CallInput<'officeContentSave'>, 'id' | 'seen' | 'draft'>;

export const hasField = (kind: ContentKind, field: ContentField): boolean =>
  contentFields[kind].some((each) => each === field);

const isTone = (tone: string | undefined): tone is Form['tone'] => tone === 'night' || tone === 'amber';

/** What there is to be written on; of what is new, nothing yet. */
export const formOf = (content: Content | undefined, timeZone: string): Form => ({
  texts: textsOf(content?.texts ?? {}),
  from: content?.from === undefined ? '' : toZone(content.from, timeZone),
  until: content?.until === undefined ? '' : toZone(content.until, timeZone),
  image: content?.image ?? '',
  video: content?.video ?? '',
  link: content?.link ?? '',
  tone: isTone(content?.tone) ? content.tone : 'pitch',
  section: content?.section ?? '',
  value: content?.value ?? '',
  supportKind: content?.supportKind ?? 'email',
  priority: content?.priority ?? false,
  hours: content?.hours,
  order: String(content?.order ?? 0),
});

const given = <N extends string>(name: N, value: string | undefined): { [K in N]?: string } | object =>
  value === undefined || value.trim() === '' ? {} : { [name]: value.trim() };

/** What is sent of a form: the fields its kind has. */
export const saveOf = (kind: ContentKind, form: Form, timeZone: string): Save => {
  const of = (field: ContentField): boolean => hasField(kind, field);
  return {
    kind,
    texts: inputOf(form.texts),
    order: Number(form.order) || 0,
    ...given('from', fromZone(form.from, timeZone)),
    ...(of('until') ? given('until', fromZone(form.until, timeZone)) : {}),
    ...(of('image') ? given('image', form.image) : {}),
    ...(of('video') ? given('video', form.video) : {}),
    ...(of('link') ? given('link', form.link) : {}),
    ...(of('tone') ? { tone: form.tone } : {}),
    ...(of('section') ? given('section', form.section) : {}),
    ...(of('value') ? given('value', form.value) : {}),
    ...(of('supportKind') ? { supportKind: form.supportKind } : {}),
    ...(of('priority') && form.priority ? { priority: true } : {}),
    ...(of('hours') && form.hours ? { hours: { ...form.hours, days: [...form.hours.days] } } : {}),
  };
};

/** Whether two forms would save the same. */
export const isSame = (kind: ContentKind, a: Form, b: Form): boolean =>
  JSON.stringify(saveOf(kind, a, 'UTC')) === JSON.stringify(saveOf(kind, b, 'UTC'));
