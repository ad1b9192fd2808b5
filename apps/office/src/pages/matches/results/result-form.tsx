import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { resultKindNames } from '@touchline/contract/kinds';
import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { nameOfMatch, nameOfTeam, type Teams } from '../../../features/trading/names.ts';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { Choice } from '../../../ui/fields.tsx';
import { Failure, Note } from '../../../ui/notices.tsx';
import { Unsaved } from '../../../features/words/unsaved.tsx';
import { AgainstFeed } from './against-feed-note.tsx';
import { Moved } from './record-parts.tsx';
import { Preview, usePreview } from './preview.tsx';
import styles from './results.module.css';
import { resultText } from './texts.ts';
import { useSeen } from './use-seen.ts';

type Kind = (typeof resultKindNames)[number];
type Goals = { home: number; away: number };
const empty: GoalsText = { home: '', away: '' };
const wireText = ({ home, away }: Goals): string => `${home}-${away}`;
const hasScore = (kind: Kind): boolean => kind !== 'postponed' && kind !== 'cancelled';

/** What is typed as a result; nothing while it is none. */
const useClaim = () => {
  const [kind, setKind] = useState<Kind>('played');
  const [ht, setHt] = useState(empty);
  const [ft, setFt] = useState(empty);
  const [half, full] = hasScore(kind) ? [readGoals(ht), readGoals(ft)] : [undefined, undefined];
  const needsScore = kind === 'played' || kind === 'awarded';
  const isWhole = half !== false && full !== false && (!needsScore || (half ?? full) !== undefined);
  const claim = isWhole ? { kind, ht: half ? half : undefined, ft: full ? full : undefined } : undefined;
  const isTyped =
    kind !== 'played' || [ht.home, ht.away, ft.home, ft.away].some((text) => text.trim() !== '');
  return { kind, setKind, ht, setHt, ft, setFt, claim, isTyped };
};

/** Proposes a result, after a preview of what it would do to bets and money. */
export const ResultForm = ({ of, onDone }: { of: OfficeEventDetail; onDone: () => void }) => {
  const t = useT();
  const { event } = of;
  const [source, setSource] = useState('');
  const { kind, setKind, ht, setHt, ft, setFt, claim, isTyped } = useClaim();
  const isSent = useRef(false);
  const preview = usePreview(
    {
      event: event.id,
      of: 'score',
      kind,
      ht: claim?.ht ? wireText(claim.ht) : undefined,
      ft: claim?.ft ? wireText(claim.ft) : undefined,
    },
    claim !== undefined,
  );
  const { seen, isOld, lookAgain } = useSeen(of.seen, claim && preview.data?.seen);
  const propose = useMutation({
    mutationFn: async () =>
      claim && call('officeResultAdd', { event: event.id, seen, ...claim, source: source.trim() }),
    onSuccess: () => {
      isSent.current = true;
      onDone();
      void refreshTrading();
    },
    onError: () => void refreshTrading(),
  });
  const canPropose = claim !== undefined && preview.data !== undefined && !isOld;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (canPropose && !propose.isPending) propose.mutate();
  };
  const counting = of.results.find(({ counts }) => counts);
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.hint}>{t('result.hint', { match: nameOfMatch(event) })}</p>
      {claim !== undefined && <AgainstFeed event={event} of={claim} />}
      {counting !== undefined && <Note>{t('result.corrects', { result: resultText(counting) })}</Note>}
      <Choice
        label={t('result.kind')}
        value={kind}
        choices={resultKindNames}
        name={(each) => t(`resultKind.${each}`)}
        onChange={(chosen) => setKind(chosen ?? 'played')}
      />
      {hasScore(kind) && (
        <div className={styles.scores}>
          <GoalsInput label={t('result.half')} teams={event} value={ht} onChange={setHt} />
          <GoalsInput label={t('result.full')} teams={event} value={ft} onChange={setFt} />
        </div>
      )}
      <TextInput
        label={t('result.sourceOf')}
        description={t('result.sourceHint')}
        value={source}
        onChange={({ currentTarget }) => setSource(currentTarget.value)}
        minLength={3}
        maxLength={300}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      {claim === undefined ? (
        <p className={styles.hint}>{t('result.typeFirst')}</p>
      ) : (
        <Preview of={preview} />
      )}
      {isOld && <Moved onLookAgain={lookAgain} />}
      {propose.isError && <Failure error={propose.error} />}
      <div>
        <Button type="submit" disabled={!canPropose} loading={propose.isPending}>
          {t('result.propose')}
        </Button>
      </div>
      <Unsaved isDirty={() => (isTyped || source.trim() !== '') && !isSent.current} />
    </form>
  );
};

type GoalsText = { home: string; away: string };

/** Goals of both sides as typed: what they are, nothing where both are empty, or no score. */
export const readGoals = ({ home, away }: GoalsText): { home: number; away: number } | undefined | false => {
  const texts = [home.trim(), away.trim()];
  if (texts.every((text) => text === '')) return undefined;
  if (!texts.every((text) => /^\d{1,2}$/.test(text))) return false;
  return { home: Number(texts[0]), away: Number(texts[1]) };
};

/** A score: the home side's goals, then the away side's. */
const GoalsInput = ({
  label,
  teams,
  value,
  onChange,
}: {
  label: string;
  teams: Teams;
  value: GoalsText;
  onChange: (value: GoalsText) => void;
}) => {
  const t = useT();
  return (
    <fieldset className={styles.goals}>
      <legend>{label}</legend>
      {(['home', 'away'] as const).map((side) => (
        <input
          key={side}
          className={styles.goal}
          aria-label={t('result.goalsOf', { score: label, team: nameOfTeam(teams[side]) })}
          aria-invalid={readGoals(value) === false}
          value={value[side]}
          onChange={({ currentTarget }) => onChange({ ...value, [side]: currentTarget.value })}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
        />
      ))}
    </fieldset>
  );
};
