import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@touchline/contract/routes';
import type { OfficeClub } from '@touchline/contract/shapes/office-names';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { nameOfTeam } from '../../features/trading/names.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import { ReasonField } from '../../ui/fields.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved, useTyped, type TypedInto } from '../../features/words/unsaved.tsx';
import styles from './competitions.module.css';

type Saving = CallInput<'officeClubSave'>;

/** One team, and what an operator says of it. */
export const ClubPanel = ({ of, onMade }: { of: OfficeClub | undefined; onMade: (id: string) => void }) => {
  const t = useT();
  const { when } = useFormats();
  const mayWrite = useMay()('officeClubSave');
  const typed = useTyped();
  const [saves, setSaves] = useState(0);
  const save = useMutation({
    mutationFn: (input: Saving) => call('officeClubSave', input),
    onSuccess: ({ id }) => {
      typed.sent();
      setSaves(saves + 1);
      if (of === undefined) onMade(id);
    },
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
      {mayWrite && (
        <ClubForm key={saves} of={of} isPending={save.isPending} onSave={save.mutate} typed={typed} />
      )}
    </>
  );
};

type Fields = { name: string; short: string; first: string; second: string };

const fieldsOf = (of: OfficeClub | undefined): Fields => ({
  name: of?.name ?? '',
  short: of?.short ?? '',
  first: of?.colours[0] ?? '#0a5c36',
  second: of?.colours[1] ?? '#ffffff',
});

const ClubForm = ({
  of,
  isPending,
  onSave,
  typed,
}: {
  of: OfficeClub | undefined;
  isPending: boolean;
  onSave: (input: Saving) => void;
  typed: TypedInto;
}) => {
  const t = useT();
  // What was typed lies over the values of now: another operator's change to the rest shows, and none of the typed is lost.
  const [over, setOver] = useState<Partial<Fields>>({});
  const { name, short, first, second } = { ...fieldsOf(of), ...over };
  const set = (change: Partial<Fields>) => setOver({ ...over, ...change });
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
  const colour = (label: string, value: string, choose: (value: string) => void) => (
    <TextInput
      type="color"
      label={label}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value.toLowerCase())}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} onChange={typed.onChange}>
      <TextInput
        label={t('club.name')}
        value={name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        minLength={2}
        maxLength={60}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <TextInput
        label={t('club.shortLong')}
        value={short}
        onChange={({ currentTarget }) => set({ short: currentTarget.value.toUpperCase() })}
        pattern={'[A-Z0-9]{2,3}'}
        maxLength={3}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <div className={styles.pair}>
        {colour(t('club.first'), first, (value) => set({ first: value }))}
        {colour(t('club.second'), second, (value) => set({ second: value }))}
      </div>
      <ReasonField value={reason} onChange={setReason} />
      <SubmitButton loading={isPending} barred={isChanged ? undefined : t('content.barSame')}>
        {t(of === undefined ? 'club.add' : 'competition.save')}
      </SubmitButton>
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};

/** The two colours of a team side by side, and as they are written. */
export const Colours = ({ of: [first, second] }: { of: readonly [string, string] }) => {
  const t = useT();
  return (
    <svg
      display="block"
      width={32}
      height={16}
      role="img"
      aria-label={t('club.coloursOf', { first, second })}
    >
      <rect width={16} height={16} fill={first} />
      <rect x={16} width={16} height={16} fill={second} />
      <rect x={0.5} y={0.5} width={31} height={15} fill="none" stroke="currentColor" strokeOpacity={0.4} />
    </svg>
  );
};
