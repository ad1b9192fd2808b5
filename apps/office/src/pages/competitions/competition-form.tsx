import { Checkbox, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { CallInput } from '@touchline/contract/routes';
import type { OfficeCompetition } from '@touchline/contract/shapes/office-names';
import { competitionName } from '@touchline/locales/competition-names';
import { fallbackLan, type Lan, lans, localeOf, officeLans } from '@touchline/locales/locales';
import { type FormEvent, useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { Note } from '../../ui/note.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import styles from './competitions.module.css';

type Saving = CallInput<'officeCompetitionSave'>;

/** The languages operators read themselves come first; the rest waits behind a line. */
const near: readonly Lan[] = officeLans.filter((lan) => lan !== fallbackLan);
const far: readonly Lan[] = lans.filter((lan) => lan !== fallbackLan && !near.includes(lan));

/** Makes a competition, or changes its names and its order, or turns it off or on. */
export const CompetitionForm = ({
  of,
  save,
}: {
  of: OfficeCompetition | undefined;
  save: Pick<UseMutationResult<unknown, Error, Saving>, 'isPending' | 'mutate'>;
}) => {
  const t = useT();
  const [name, setName] = useState(of?.name ?? '');
  const [names, setNames] = useState<Readonly<Record<string, string>>>(of?.names ?? {});
  const [country, setCountry] = useState(of?.country ?? '');
  const [zone, setZone] = useState(of?.zone ?? '');
  const [order, setOrder] = useState(of?.order === undefined ? '' : String(of.order));
  const [isOff, setOff] = useState(of?.off !== undefined);
  const [reason, setReason] = useState('');
  const draft = {
    name: name.trim(),
    off: isOff,
    names: Object.fromEntries(Object.entries(names).filter(([, each]) => each.trim() !== '')),
    country: country.trim() !== '' ? country.trim() : undefined,
    zone: zone !== '' ? zone : undefined,
    order: order !== '' ? Number(order) : undefined,
  };
  const isChanged =
    of === undefined ||
    JSON.stringify([
      draft.name,
      isOff,
      country.trim(),
      zone,
      order,
      Object.entries(draft.names).toSorted(byLan),
    ]) !==
      JSON.stringify([
        of.name,
        of.off !== undefined,
        of.country ?? '',
        of.zone ?? '',
        of.order === undefined ? '' : String(of.order),
        Object.entries(of.names ?? {}).toSorted(byLan),
      ]);
  const barred = (): string | undefined => {
    if (of === undefined && zone === '') return t('bar.zone');
    return isChanged ? undefined : t('content.barSame');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ ...draft, id: of?.id, version: of?.version ?? 0, reason });
  };
  const nameIn = (lan: Lan) => (
    <TextInput
      key={lan}
      label={localeOf(lan).name}
      lang={lan}
      dir={localeOf(lan).dir}
      value={names[lan] ?? ''}
      onChange={({ currentTarget }) => setNames({ ...names, [lan]: currentTarget.value })}
      placeholder={competitionName({ id: of?.id, name: name.trim() }, lan)}
      maxLength={60}
      autoComplete="off"
    />
  );
  const turns = of !== undefined && isOff !== (of.off !== undefined);
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={t('competition.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
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
          onChange={({ currentTarget }) => setCountry(currentTarget.value)}
          minLength={2}
          maxLength={60}
          autoComplete="off"
        />
        <TextInput
          label={t('competition.order')}
          value={order}
          onChange={({ currentTarget }) => setOrder(currentTarget.value.trim())}
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
        onChange={setZone}
      />
      <p className={styles.hint}>{t('competition.zoneHint')}</p>
      <Checkbox
        label={t('competition.isOff')}
        checked={isOff}
        onChange={({ currentTarget }) => setOff(currentTarget.checked)}
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
    </form>
  );
};

const byLan = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);
