import type { FormLetter } from '@touchline/contract/shapes/competition';
import { useT } from '../../lib/i18n.tsx';
import styles from './football.module.css';

const words = { W: 'won', D: 'drawn', L: 'lost' } as const;

/** One result of a team. */
export const ResultLetter = ({ letter }: { letter: FormLetter }) => {
  const t = useT();
  const word = words[letter];
  return (
    <span className={styles.letter} data-letter={letter}>
      <span aria-hidden="true">{t(`football.short.${word}`)}</span>
      <span className="visually-hidden">{t(`football.${word}`)}</span>
    </span>
  );
};

/** The last results of a team, the latest at the end. */
export const FormLetters = ({ form }: { form: readonly FormLetter[] }) => {
  const t = useT();
  if (form.length === 0) return null;
  return (
    <span className={styles.form}>
      <span className="visually-hidden">{t('football.form')}: </span>
      {form.map((letter, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same letters follow each other
        <ResultLetter key={at} letter={letter} />
      ))}
    </span>
  );
};
