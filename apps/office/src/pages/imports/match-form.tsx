import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '@touchline/client/errors';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { momentOfWall } from '../../lib/wall-time.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { nameOfCompetition, nameOfMatch } from '../../features/trading/names.ts';
import { Failure, Note } from '../../ui/notices.tsx';
import { ReasonField } from '../../ui/fields.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved, useTyped } from '../../features/words/unsaved.tsx';
import styles from './imports.module.css';
import { TeamPicker } from './team-picker.tsx';

type Team = { id: string; name: string };

/** Makes a match. */
export const MatchForm = () => {
  const t = useT();
  const { when } = useFormats();
  const list = useCall('officeCompetitionList', { limit: 100 });
  const mayName = useMay()('officeClubSave');
  const [competition, setCompetition] = useState('');
  const [home, setHome] = useState<Team>();
  const [away, setAway] = useState<Team>();
  const [kickOff, setKickOff] = useState('');
  const [neutral, setNeutral] = useState(false);
  const [goals, setGoals] = useState({ home: '', away: '' });
  const [reason, setReason] = useState('');
  const [sure, setSure] = useState(false);
  const hasGoals = goals.home !== '' && goals.away !== '';
  const zone = list.data?.list.find(({ id }) => id === competition)?.zone ?? 'UTC';
  const at = momentOfWall(kickOff, zone);
  const typed = useTyped();
  const add = useMutation({
    mutationFn: async () =>
      home &&
      away &&
      at &&
      call('officeEventAdd', {
        competition,
        home: home.id,
        away: away.id,
        kickOff: at.toISOString(),
        neutral,
        reason,
        goals: hasGoals ? goals : undefined,
        sure: sure ? true : undefined,
      }),
    onSuccess: () => {
      typed.sent();
      return again('officeEventList', 'officeCompetitionList');
    },
  });
  const isThere = add.error instanceof CallError && add.error.reason === 'match_exists';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  const isWhole = competition !== '' && home !== undefined && away !== undefined && at !== undefined;
  const goalsOf = (side: 'home' | 'away', label: string) => (
    <TextInput
      label={label}
      placeholder="1.45"
      inputMode="decimal"
      pattern={'\\d(\\.\\d{1,2})?'}
      value={goals[side]}
      onChange={({ currentTarget }) => setGoals({ ...goals, [side]: currentTarget.value })}
      required={hasGoals}
      withAsterisk={false}
    />
  );
  if (add.data) {
    const { event, markets } = add.data;
    return (
      <>
        <Note done>
          {t('match.added', {
            match: nameOfMatch(event),
            at: when(event.kickOff),
            markets: String(markets.length),
          })}
        </Note>
        <Button variant="default" onClick={() => add.reset()}>
          {t('match.another')}
        </Button>
      </>
    );
  }
  return (
    <form className={styles.match} onSubmit={submit} onChange={typed.onChange}>
      {add.isError && <Failure error={add.error} />}
      <NativeSelect
        label={t('margin.competition')}
        value={competition}
        onChange={({ currentTarget }) => setCompetition(currentTarget.value)}
        data={[
          { value: '', label: '–' },
          ...(list.data?.list ?? []).map((each) => ({ value: each.id, label: nameOfCompetition(each) })),
        ]}
      />
      <TeamPicker label={t('match.home')} chosen={home} onChoose={setHome} />
      <TeamPicker label={t('match.away')} chosen={away} onChoose={setAway} />
      {mayName && (
        <p className={styles.hint}>
          <Link to="/competitions" search={{ tab: 'teams', member: '-', id: 'new' }}>
            {t('club.addHere')}
          </Link>
        </p>
      )}
      <TextInput
        type="datetime-local"
        label={t('match.kickOffIn', { zone })}
        value={kickOff}
        onChange={({ currentTarget }) => setKickOff(currentTarget.value)}
        required
        withAsterisk={false}
      />
      <div className={styles.pair}>
        {goalsOf('home', t('match.goalsHome'))}
        {goalsOf('away', t('match.goalsAway'))}
      </div>
      <p className={styles.hint}>{t('match.goalsHint')}</p>
      <Checkbox
        label={t('match.neutral')}
        checked={neutral}
        onChange={({ currentTarget }) => setNeutral(currentTarget.checked)}
      />
      <ReasonField value={reason} onChange={setReason} />
      {isThere && (
        <Checkbox
          label={t('match.isAnother')}
          checked={sure}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
      )}
      <SubmitButton loading={add.isPending} barred={isWhole ? undefined : t('bar.match')}>
        {t('match.add')}
      </SubmitButton>
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};
