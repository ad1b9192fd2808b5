import type { Output } from '@touchline/contract/routes';
import { formatCount } from '@touchline/locales/format';
import { formatLongDateTime } from '@touchline/locales/format-time';
import { useId, type ReactNode } from 'react';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone } from '../../features/labels/time.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './house.module.css';

export type AsOf = Output<'housePage'>['asOf'];

type Props = {
  /** What part of the page it is, which decides its place. */
  part: string;
  title: string;
  /** What the figures mean. */
  words?: string | undefined;
  /** Up to which entry of the log the figures go. */
  asOf?: AsOf | undefined;
  children: ReactNode;
};

/** A part of the page with its figures, and the entry of the log they go up to. */
export const Part = ({ part, title, words, asOf, children }: Props) => {
  const heading = useId();
  return (
    <div data-part={part}>
      <Card>
        <section className={styles.part} aria-labelledby={heading}>
          <h2 id={heading} className={styles.title}>
            {title}
          </h2>
          {words !== undefined && <p className={styles.words}>{words}</p>}
          {children}
          {asOf !== undefined && <AsOfLine of={asOf} />}
        </section>
      </Card>
    </div>
  );
};

const AsOfLine = ({ of: { size, at } }: { of: AsOf }) => {
  const t = useT();
  const lan = currentLan();
  if (at === undefined) return null;
  return (
    <p className={styles.asOf}>
      {t('house.asOf', {
        number: isolated(formatCount(size, { lan })),
        time: formatLongDateTime(at, { lan, timeZone: deviceTimeZone() }),
      })}
    </p>
  );
};

/** What will be here, while there is nothing yet. */
export const Later = ({ title, children }: { title: string; children: string }) => (
  <div className={styles.later}>
    <p>{title}</p>
    <p className={styles.words}>{children}</p>
  </div>
);

/** A figure under its name; `words` when it is no number, and reads as the language does. */
export const Big = ({ name, note, words = false, children }: BigProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {words ? (
        children
      ) : (
        <bdi dir="ltr" className="figures">
          {children}
        </bdi>
      )}
    </dd>
    {note !== undefined && <dd className={styles.note}>{note}</dd>}
  </div>
);

type BigProps = { name: string; note?: ReactNode; words?: boolean; children: ReactNode };

/** Such figures next to each other. */
export const Bigs = ({ children }: { children: ReactNode }) => <dl className={styles.bigs}>{children}</dl>;
