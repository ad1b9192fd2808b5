import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { NameQuestion } from '@touchline/contract/shapes/office-imports';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/notices.tsx';
import styles from './imports.module.css';
import { TeamPicker } from './team-picker.tsx';

const Question = ({ of, onDone }: { of: NameQuestion; onDone: () => void }) => {
  const t = useT();
  const [team, setTeam] = useState<{ id: string; name: string }>();
  const explain = useMutation({
    mutationFn: (means: string) => {
      const { kind, name, place } = of;
      return call('officeNameExplain', { kind, name, means, place: place !== '' ? place : undefined });
    },
    onSuccess: onDone,
  });
  return (
    <li>
      <strong>{of.name}</strong>
      <span>{t('import.seenIn', { name: of.seenIn })}</span>
      {of.suggestions.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="compact-xs"
          loading={explain.isPending}
          onClick={() => explain.mutate(id)}
        >
          {t('import.means', { name })}
        </Button>
      ))}
      {of.kind === 'team' && (
        <>
          <TeamPicker label={t('import.otherTeam')} chosen={team} onChoose={setTeam} isSmall />
          {team && (
            <Button size="compact-xs" loading={explain.isPending} onClick={() => explain.mutate(team.id)}>
              {t('import.means', { name: team.name })}
            </Button>
          )}
        </>
      )}
      {explain.isError && <Failure error={explain.error} />}
    </li>
  );
};

/** Names that are not mapped yet: matches with them wait. */
export const NameQuestions = ({
  questions,
  onDone,
}: {
  questions: readonly NameQuestion[];
  onDone: () => void;
}) => {
  const t = useT();
  if (questions.length === 0) return null;
  return (
    <section className={styles.questions} aria-label={t('import.questions')}>
      <h2>{t('import.questions')}</h2>
      <ul>
        {questions.map((of) => (
          <Question key={`${of.kind}|${of.place}|${of.name}`} of={of} onDone={onDone} />
        ))}
      </ul>
    </section>
  );
};
