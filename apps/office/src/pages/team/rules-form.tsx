import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { TeamRules } from '@touchline/contract/shapes/team';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { firstRate } from './level-figures.ts';
import { LevelsTable } from './levels-table.tsx';
import { draftOf, isChanged, levelsOf, typed } from './rules-draft.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import styles from '../growth/growth.module.css';

/** Proposes team rules, made on the newest version. They count when another operator has said so. */
export const RulesForm = ({ newest, onDone }: { newest: TeamRules; onDone: () => void }) => {
  const t = useT();
  const [draft, setDraft] = useState(() => draftOf(newest.levels));
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const propose = useMutation({
    mutationFn: () =>
      call('officeTeamRulesSave', {
        levels: levelsOf(draft),
        seen: newest.version,
        reason,
        from: from === '' ? undefined : from,
      }),
    onSuccess: () => {
      onDone();
      void again('officeTeamRulesChanges');
    },
    onError: () => void again('officeTeamRules'),
  });
  const changed = isChanged(draft, newest.levels);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!propose.isPending) propose.mutate();
  };
  return (
    <form className={`${styles.stack} ${styles.form}`} onSubmit={submit}>
      <p className={styles.hint}>{t('team.rulesHint')}</p>
      {propose.isError && <Failure error={propose.error} />}
      {draft.map((figures, row) => (
        // Levels are numbered by their place.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={row} className={styles.level} data-below={row > 0}>
          <legend>{t('team.levelOf', { level: row + 1 })}</legend>
          {figures.map((text, at) => (
            <FigureField
              // The order of the figures is fixed.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              at={at}
              text={text}
              onChange={(to) => setDraft(typed(draft, row, at, to))}
            />
          ))}
        </fieldset>
      ))}
      <TextInput
        type="date"
        label={t('ruleChange.from')}
        description={t('ruleChange.fromHint')}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <ReasonField value={reason} onChange={setReason} />
      {changed && (
        <Section title={t('ruleChange.beforeAfter')}>
          <LevelsTable levels={levelsOf(draft)} before={newest.levels} />
        </Section>
      )}
      <Button type="submit" loading={propose.isPending} disabled={!changed}>
        {t('ruleChange.propose')}
      </Button>
    </form>
  );
};

const FigureField = ({
  at,
  text,
  onChange,
}: {
  at: number;
  text: string;
  onChange: (text: string) => void;
}) => {
  const t = useT();
  const { currency } = useFormats();
  const names = [
    t('team.people'),
    t('team.rechargedPeople'),
    t('team.rechargedEach', { currency }),
    t('team.bets'),
    ...[1, 2, 3].map((generation) => t('team.rateOf', { generation })),
  ];
  const isWhole = at < firstRate && at !== 2;
  return (
    <TextInput
      className={styles.field}
      label={names[at]}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      pattern={isWhole ? '(0|[1-9][0-9]{0,8})' : '(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?'}
      required
      withAsterisk={false}
      autoComplete="off"
    />
  );
};
