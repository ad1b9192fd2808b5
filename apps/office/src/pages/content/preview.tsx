import type { ContentKind } from '@touchline/contract/shapes/inbox';
import { formatLongDate, weekdayName } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import type { ComponentType } from 'react';
import { useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Paragraphs, Phone, Section } from '../../features/words/phone.tsx';
import { readAs, type Words as TextWords } from '../../features/words/texts.ts';
import { fromZone } from '../../features/words/zone-time.ts';
import type { ContentForm } from './form.ts';
import { pictureUrl } from './picture-field.tsx';
import styles from './content.module.css';

type Shown = { form: ContentForm; words: TextWords; lan: Lan };

const Notice = ({ words }: Shown) => (
  <div className={styles.card}>
    <p className={styles.notice}>
      <span className={styles.mark} />
      <strong dir="auto">{words.title}</strong>
    </p>
    <div className={styles.below}>
      <Paragraphs text={words.body} />
    </div>
  </div>
);

const Banner = ({ form, words }: Shown) =>
  form.image === '' ? (
    <div className={styles.banner} data-tone={form.tone} dir="auto">
      <strong>{words.title}</strong>
      {words.body !== '' && <p className={styles.three}>{words.body}</p>}
    </div>
  ) : (
    <img className={styles.bannerPicture} src={pictureUrl(form.image)} alt={words.alt || words.title} />
  );

const Activity = ({ form, words, lan }: Shown) => {
  const { timeZone } = useSite();
  const days = [form.from, form.until].flatMap((local) => {
    const moment = fromZone(local, timeZone);
    return moment === undefined ? [] : [formatLongDate(moment, { lan, timeZone })];
  });
  return (
    <div className={styles.activity}>
      {form.image !== '' && (
        <img className={styles.activityPicture} src={pictureUrl(form.image)} alt={words.alt} />
      )}
      <div className={styles.inner} dir="auto">
        <strong>{words.title}</strong>
        {days.length > 0 && <p className={styles.previewSoft}>{days.join(' – ')}</p>}
        <Paragraphs text={words.body} />
      </div>
    </div>
  );
};

const Support = ({ form, words, lan }: Shown) => {
  const { hours } = form;
  return (
    <div className={styles.card}>
      <strong>
        <bdi>{words.title}</bdi>
      </strong>
      <span className={styles.previewSoft}>
        <bdi>{form.value}</bdi>
      </span>
      <span className={styles.previewSoft}>
        {hours === undefined
          ? '24 / 7'
          : `${hours.days
              .toSorted((a, b) => a - b)
              .map((day) => weekdayName(day, { lan }))
              .join(', ')} · ${hours.from}–${hours.to}`}
      </span>
    </div>
  );
};

const Words = ({ words }: Shown) => <Section title={words.title} body={words.body} />;

const views: Record<ContentKind, ComponentType<Shown>> = {
  notice: Notice,
  banner: Banner,
  activity: Activity,
  help: Words,
  support: Support,
  company: Words,
};

/** How members see it, in the language that is being written. */
export const Preview = ({ kind, form, lan }: { kind: ContentKind; form: ContentForm; lan: Lan }) => {
  const t = useT();
  const words = readAs(form.texts, lan);
  const View = views[kind];
  return (
    <Phone texts={form.texts} lan={lan}>
      {words.title === '' && words.body === '' ? (
        <p className={styles.nothing} lang={document.documentElement.lang} dir="ltr">
          {t('words.nothing')}
        </p>
      ) : (
        <View form={form} words={words} lan={lan} />
      )}
    </Phone>
  );
};
