import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@touchline/contract/routes';
import type { OfficeClub } from '@touchline/contract/shapes/office-names';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { nameOfTeam } from '../../trading/names.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Colours } from './colours.tsx';
import styles from './competitions.module.css';

type Saving = CallInput<'officeClubSave'>;

/** One team, and what an operator says of it. */
export const ClubPanel = ({ of, onMade }: { of: OfficeClub | undefined; onMade: (id: string) => void }) => {
  const t = useT();
  const { when } = useFormats();
  const mayWrite = useMay()('officeClubSave');
  const save = useMutation({
    mutationFn: (input: Saving) => call('officeClubSave', input),
    onSuccess: ({ id }) => of === undefined && onMade(id),
    onSettled: () => again('officeClubList', 'officeEventList', 'officeEventDetail'),
  });
  return (
    <>
      {of && (
        <Facts
          of={[
            [t('club.short'), of.short],
            [t('club.colours'), <Colours key="colours" of={of.colours} />],
            [t('margin.last'), of.saved && `${of.saved.by.name}, ${when(of.saved.at)}: ${of.saved.reason}`],
          ]}
        />
      )}
      {of?.flag !== undefined && of.name !== nameOfTeam(of) && (
        <Note>{t('club.national', { name: of.name })}</Note>
      )}
      {save.isError && <Failure error={save.error} />}
      {save.isSuccess && <Note done>{t('competition.saved')}</Note>}
      {mayWrite && <ClubForm key={of?.version} of={of} isPending={save.isPending} onSave={save.mutate} />}
    </>
  );
};

const ClubForm = ({
  of,
  isPending,
  onSave,
}: {
  of: OfficeClub | undefined;
  isPending: boolean;
  onSave: (input: Saving) => void;
}) => {
  const t = useT();
  const [name, setName] = useState(of?.name ?? '');
  const [short, setShort] = useState(of?.short ?? '');
  const [first, setFirst] = useState(of?.colours[0] ?? '#0a5c36');
  const [second, setSecond] = useState(of?.colours[1] ?? '#ffffff');
  const [reason, setReason] = useState('');
  const isChanged =
    of === undefined ||
    [name.trim(), short, first, second].join() !== [of.name, of.short, ...of.colours].join();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    onSave({
      id: of ? of.id : undefined,
      version: of?.version ?? 0,
      name: name.trim(),
      short,
      reason,
      colours: [first, second],
    });
  };
  const colour = (label: string, value: string, set: (value: string) => void) => (
    <TextInput
      type="color"
      label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value.toLowerCase())}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={t('club.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        minLength={2}
        maxLength={60}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <TextInput
        label={t('club.shortLong')}
        value={short}
        onChange={({ currentTarget }) => setShort(currentTarget.value.toUpperCase())}
        pattern={'[A-Z0-9]{2,3}'}
        maxLength={3}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <div className={styles.pair}>
        {colour(t('club.first'), first, setFirst)}
        {colour(t('club.second'), second, setSecond)}
      </div>
      <ReasonField value={reason} onChange={setReason} />
      <SubmitButton loading={isPending} barred={isChanged ? undefined : t('content.barSame')}>
        {t(of === undefined ? 'club.add' : 'competition.save')}
      </SubmitButton>
    </form>
  );
};
