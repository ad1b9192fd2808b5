import type { Teams } from '../../../trading/names.ts';
import { nameOfTeam } from '../../../trading/names.ts';
import { useT } from '../../../shell/i18n.ts';
import styles from './result-form.module.css';

export type GoalsText = { home: string; away: string };

/** Goals of both sides as typed: what they are, nothing where both are empty, or no score. */
export const readGoals = ({ home, away }: GoalsText): { home: number; away: number } | undefined | false => {
  const texts = [home.trim(), away.trim()];
  if (texts.every((text) => text === '')) return undefined;
  if (!texts.every((text) => /^\d{1,2}$/.test(text))) return false;
  return { home: Number(texts[0]), away: Number(texts[1]) };
};

/** A score: the home side's goals, then the away side's. */
export const GoalsInput = ({
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
