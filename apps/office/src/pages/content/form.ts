import type { CallInput } from '@touchline/contract/routes';
import {
  type bannerTones,
  type Content,
  type ContentField,
  contentFields,
  type ContentKind,
  type SupportEntry,
} from '@touchline/contract/shapes/inbox';
import { inputOf, type WordsByLan, textsOf } from '../../features/words/texts.ts';
import { fromZone, toZone } from '../../features/words/zone-time.ts';

type Hours = { days: readonly number[]; from: string; to: string };

/** Content while it is written; times as fields of the browser hold them, in the time zone of the site. */
export type ContentForm = {
  texts: WordsByLan;
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

const isTone = (tone: string | undefined): tone is ContentForm['tone'] =>
  tone === 'night' || tone === 'amber';

/** What there is to be written on; of what is new, nothing yet. */
export const formOf = (content: Content | undefined, timeZone: string): ContentForm => ({
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

/** A field as it is sent: trimmed, and left out when nothing is written in it. */
const written = (value = ''): string | undefined => (value.trim() === '' ? undefined : value.trim());

/** What is sent of a form: the fields its kind has. */
export const saveOf = (kind: ContentKind, form: ContentForm, timeZone: string): Save => {
  const of = (field: ContentField): boolean => hasField(kind, field);
  return {
    kind,
    texts: inputOf(form.texts),
    order: Number(form.order) || 0,
    from: written(fromZone(form.from, timeZone)),
    until: of('until') ? written(fromZone(form.until, timeZone)) : undefined,
    image: of('image') ? written(form.image) : undefined,
    video: of('video') ? written(form.video) : undefined,
    link: of('link') ? written(form.link) : undefined,
    tone: of('tone') ? form.tone : undefined,
    section: of('section') ? written(form.section) : undefined,
    value: of('value') ? written(form.value) : undefined,
    supportKind: of('supportKind') ? form.supportKind : undefined,
    priority: (of('priority') && form.priority) || undefined,
    hours: of('hours') && form.hours ? { ...form.hours, days: [...form.hours.days] } : undefined,
  };
};

/** Whether two forms would save the same. */
export const isSame = (kind: ContentKind, a: ContentForm, b: ContentForm): boolean =>
  JSON.stringify(saveOf(kind, a, 'UTC')) === JSON.stringify(saveOf(kind, b, 'UTC'));
