import { Checkbox, TextInput } from '@mantine/core';
import { bannerTones, type ContentKind, supportEntryKinds } from '@touchline/contract/shapes/inbox';
import { weekdayName } from '@touchline/locales/format-time';
import { useCall } from '../../lib/query.ts';
import { useSite } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Choice } from '../../ui/fields.tsx';
import styles from './content.module.css';
import { type ContentForm, hasField } from './form.ts';
import { PictureField } from './picture-field.tsx';

type Props = { kind: ContentKind; form: ContentForm; onChange: (change: Partial<ContentForm>) => void };

/** Its fields other than words, the same in all languages. */
export const Fields = ({ kind, form, onChange }: Props) => {
  const t = useT();
  const has = (field: Parameters<typeof hasField>[1]): boolean => hasField(kind, field);
  return (
    <section className={styles.fields} aria-label={t('content.forAll')}>
      <h2>{t('content.forAll')}</h2>
      {has('image') && <PictureField image={form.image} onChange={(image) => onChange({ image })} />}
      {has('tone') && form.image === '' && (
        <div className={styles.labelled}>
          <span className={styles.label}>{t('content.tone')}</span>
          <Choice
            label={t('content.tone')}
            value={form.tone}
            choices={bannerTones}
            name={(each) => t(`contentTone.${each}`)}
            onChange={(tone) => tone !== undefined && onChange({ tone })}
          />
        </div>
      )}
      {has('section') && <SectionField kind={kind} form={form} onChange={onChange} />}
      {has('supportKind') && <SupportFields kind={kind} form={form} onChange={onChange} />}
      {has('video') && (
        <TextInput
          label={t('content.video')}
          description={t('content.videoHint')}
          placeholder="https://"
          value={form.video}
          onChange={({ currentTarget }) => onChange({ video: currentTarget.value })}
          maxLength={300}
        />
      )}
      {has('link') && (
        <TextInput
          label={t('content.link')}
          description={t('content.linkHint')}
          placeholder="/pages/help/help"
          value={form.link}
          onChange={({ currentTarget }) => onChange({ link: currentTarget.value })}
          maxLength={200}
        />
      )}
      <Schedule kind={kind} form={form} onChange={onChange} />
      {kind !== 'notice' && (
        <TextInput
          label={t('content.order')}
          description={t('content.orderHint')}
          value={form.order}
          onChange={({ currentTarget }) => onChange({ order: currentTarget.value })}
          inputMode="numeric"
          pattern="[0-9]{1,5}"
        />
      )}
    </section>
  );
};

const Schedule = ({ kind, form, onChange }: Props) => {
  const t = useT();
  const { timeZone } = useSite();
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          type="datetime-local"
          label={t('content.from')}
          value={form.from}
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
        />
        {hasField(kind, 'until') && (
          <TextInput
            type="datetime-local"
            label={t('content.until')}
            value={form.until}
            min={form.from}
            onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
          />
        )}
      </div>
      <p className={styles.hint}>{t('content.timesHint', { zone: timeZone })}</p>
    </>
  );
};

/** The section of a help text: a shipped one, one of its questions to replace, or a new one. */
const SectionField = ({ kind, form, onChange }: Props) => {
  const t = useT();
  const help = useCall('helpList', { page: 1, limit: 100 }, { enabled: kind === 'help' });
  const known = help.data?.list ?? [];
  const sections = new Map(known.map(({ section, sectionTitle }) => [section, sectionTitle]));
  return (
    <>
      <TextInput
        label={t('content.section')}
        description={t(kind === 'help' ? 'content.sectionHint' : 'content.companyHint')}
        value={form.section}
        onChange={({ currentTarget }) => onChange({ section: currentTarget.value })}
        maxLength={40}
        pattern="[a-z][a-z0-9_\-]*(/[a-z][a-z0-9_\-]*)?"
        list="content-sections"
      />
      <datalist id="content-sections">
        {[...sections].map(([section, title]) => (
          <option key={section} value={section}>
            {title}
          </option>
        ))}
        {known
          .filter(({ id }) => /^[a-z_]+$/.test(id))
          .map(({ section, id, title }) => (
            <option key={id} value={`${section}/${id}`}>
              {title}
            </option>
          ))}
      </datalist>
    </>
  );
};

const SupportFields = ({ form, onChange }: Props) => {
  const t = useT();
  return (
    <>
      <div className={styles.pair}>
        <div className={styles.labelled}>
          <span className={styles.label}>{t('content.supportKind')}</span>
          <Choice
            label={t('content.supportKind')}
            value={form.supportKind}
            choices={supportEntryKinds}
            name={(each) => t(`supportKind.${each}`)}
            onChange={(supportKind) => supportKind !== undefined && onChange({ supportKind })}
          />
        </div>
        <TextInput
          label={t('content.value')}
          value={form.value}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
          maxLength={200}
        />
      </div>
      <Checkbox
        label={t('content.priority')}
        description={t('content.priorityHint')}
        checked={form.priority}
        onChange={({ currentTarget }) => onChange({ priority: currentTarget.checked })}
      />
      <HoursField hours={form.hours} onChange={(hours) => onChange({ hours })} />
    </>
  );
};

const week = [1, 2, 3, 4, 5, 6, 7] as const;
const usualHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' } as const;

/** Hours of support: always, or on some days between two times in the time zone of the site. */
const HoursField = ({
  hours,
  onChange,
}: {
  hours: ContentForm['hours'];
  onChange: (hours: ContentForm['hours']) => void;
}) => {
  const t = useT();
  const { timeZone } = useSite();
  return (
    <div className={styles.hours}>
      <Checkbox
        label={t('content.always')}
        checked={hours === undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? undefined : usualHours)}
      />
      {hours !== undefined && (
        <>
          <div className={styles.days}>
            {week.map((day) => (
              <Checkbox
                key={day}
                label={weekdayName(day, { lan: currentLan() })}
                checked={hours.days.includes(day)}
                onChange={({ currentTarget }) => {
                  const others = hours.days.filter((each) => each !== day);
                  const days = currentTarget.checked ? [...others, day] : others;
                  if (days.length > 0) onChange({ ...hours, days });
                }}
              />
            ))}
          </div>
          <div className={styles.pair}>
            {(['from', 'to'] as const).map((name) => (
              <TextInput
                key={name}
                type="time"
                label={t(`content.hours.${name}`)}
                value={hours[name]}
                onChange={({ currentTarget }) => onChange({ ...hours, [name]: currentTarget.value })}
              />
            ))}
          </div>
          <p className={styles.hint}>{t('content.zone', { zone: timeZone })}</p>
        </>
      )}
    </div>
  );
};
