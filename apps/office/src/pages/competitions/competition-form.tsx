import { Checkbox, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { CallInput } from '@touchline/contract/routes';
import type { OfficeCompetition } from '@touchline/contract/shapes/office-names';
import { competitionName } from '@touchline/locales/competition-names';
import { fallbackLan, type Lan, lans, localeOf, officeLans } from '@touchline/locales/locales';
import { type FormEvent, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Note } from '../../ui/notices.tsx';
import { ReasonField } from '../../ui/fields.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import { Unsaved, type TypedInto } from '../../features/words/unsaved.tsx';
import styles from './competitions.module.css';

type Saving = CallInput<'officeCompetitionSave'>;

/** The languages operators read themselves come first; the rest waits behind a line. */
const near: readonly Lan[] = officeLans.filter((lan) => lan !== fallbackLan);
const far: readonly Lan[] = lans.filter((lan) => lan !== fallbackLan && !near.includes(lan));

type Fields = {
  name: string;
  names: Readonly<Record<string, string>>;
  country: string;
  zone: string;
  order: string;
  isOff: boolean;
};

const fieldsOf = (of: OfficeCompetition | undefined): Fields => ({
  name: of?.name ?? '',
  names: of?.names ?? {},
  country: of?.country ?? '',
  zone: of?.zone ?? '',
  order: of?.order === undefined ? '' : String(of.order),
  isOff: of?.off !== undefined,
});

const draftOf = ({ name, names, country, zone, order, isOff }: Fields) => ({
  name: name.trim(),
  off: isOff,
  names: Object.fromEntries(
    Object.entries(names)
      .filter(([, each]) => each.trim() !== '')
      .toSorted(byLan),
  ),
  country: country.trim() !== '' ? country.trim() : undefined,
  zone: zone !== '' ? zone : undefined,
  order: order !== '' ? Number(order) : undefined,
});

/** Makes a competition, or changes its names and its order, or turns it off or on. */
export const CompetitionForm = ({
  of,
  save,
  typed,
}: {
  of: OfficeCompetition | undefined;
  save: Pick<UseMutationResult<unknown, Error, Saving>, 'isPending' | 'mutate'>;
  typed: TypedInto;
}) => {
  const t = useT();
  // What was typed lies over the values of now: another operator's change to the rest shows, and none of the typed is lost.
  const [over, setOver] = useState<Partial<Fields>>({});
  const [reason, setReason] = useState('');
  const before = fieldsOf(of);
  const fields = { ...before, ...over, names: { ...before.names, ...over.names } };
  const { name, names, country, zone, order, isOff } = fields;
  const set = (change: Partial<Fields>) => setOver({ ...over, ...change });
  const isChanged = of === undefined || JSON.stringify(draftOf(fields)) !== JSON.stringify(draftOf(before));
  const barred = (): string | undefined => {
    if (of === undefined && zone === '') return t('bar.zone');
    return isChanged ? undefined : t('content.barSame');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ ...draftOf(fields), id: of?.id, version: of?.version ?? 0, reason });
  };
  const nameIn = (lan: Lan) => (
    <TextInput
      key={lan}
      label={localeOf(lan).name}
      lang={lan}
      dir={localeOf(lan).dir}
      value={names[lan] ?? ''}
      onChange={({ currentTarget }) => set({ names: { ...over.names, [lan]: currentTarget.value } })}
      placeholder={competitionName({ id: of?.id, name: name.trim() }, lan)}
      maxLength={60}
      autoComplete="off"
    />
  );
  const turns = of !== undefined && isOff !== (of.off !== undefined);
  return (
    <form className={styles.form} onSubmit={submit} onChange={typed.onChange}>
      <TextInput
        label={t('competition.name')}
        value={name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        minLength={2}
        maxLength={60}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      {near.map(nameIn)}
      <details className={styles.more}>
        <summary>
          {t('competition.otherNames', {
            count: far.filter((lan) => (names[lan] ?? '').trim() !== '').length,
          })}
        </summary>
        <p className={styles.hint}>{t('competition.namesHint')}</p>
        <div className={styles.pair}>{far.map(nameIn)}</div>
      </details>
      <div className={styles.pair}>
        <TextInput
          label={t('competition.country')}
          value={country}
          onChange={({ currentTarget }) => set({ country: currentTarget.value })}
          minLength={2}
          maxLength={60}
          autoComplete="off"
        />
        <TextInput
          label={t('competition.order')}
          value={order}
          onChange={({ currentTarget }) => set({ order: currentTarget.value.trim() })}
          inputMode="numeric"
          pattern={'[1-9][0-9]{0,2}'}
          maxLength={3}
          autoComplete="off"
        />
      </div>
      <p className={styles.hint}>{t('competition.orderHint')}</p>
      <ZoneSelect
        label={t('competition.zone')}
        none={t('competition.noZone')}
        value={zone}
        onChange={(chosen) => set({ zone: chosen })}
      />
      <p className={styles.hint}>{t('competition.zoneHint')}</p>
      <Checkbox
        label={t('competition.isOff')}
        checked={isOff}
        onChange={({ currentTarget }) => set({ isOff: currentTarget.checked })}
      />
      {turns && (
        <Note>
          {isOff
            ? t('competition.offSure', { count: of.toCome })
            : t('competition.onSure', { count: of.toCome })}
        </Note>
      )}
      <ReasonField value={reason} onChange={setReason} />
      <SubmitButton loading={save.isPending} barred={barred()}>
        {t(of === undefined ? 'competition.add' : 'competition.save')}
      </SubmitButton>
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};

const byLan = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);
