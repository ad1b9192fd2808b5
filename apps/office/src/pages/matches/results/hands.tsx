import type { Actor } from '@touchline/contract/shapes/office-trading';
import { useFormats } from '../../../lib/site.ts';
import { useT } from '../../../lib/i18n.ts';
import styles from './results.module.css';

type Hand = { does: string; by: Actor | undefined; at: string | undefined };

/** Who had a hand in it, and how many more are needed: the approval of two people as a state. */
export const Hands = ({ of, missing }: { of: readonly Hand[]; missing: number }) => {
  const t = useT();
  const { when } = useFormats();
  return (
    <ol className={styles.hands}>
      {of.map(({ does, by, at }) => (
        <li key={does} data-given>
          {does} {by !== undefined && <strong>{by.name}</strong>} {at !== undefined && when(at)}
        </li>
      ))}
      {Array.from({ length: missing }, (_, at) => (
        <li key={at}>{t('result.missing')}</li>
      ))}
    </ol>
  );
};
