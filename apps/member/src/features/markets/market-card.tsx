import type { ReactNode } from 'react';
import { formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { isolated } from '../labels/bidi.ts';
import styles from './market-card.module.css';

type Props = {
  title: string;
  /** Percent, as on the wire; the widest where the card shows several lines. */
  margin: string;
  /** Stands beside the title. */
  aside?: ReactNode;
  /** Stands beside the margin. */
  note?: string;
  children: ReactNode;
};

/** A market with its margin beneath: what the house keeps on average is never hidden. */
export const MarketCard = ({ title, margin, aside, note, children }: Props) => {
  const t = useT();
  return (
    <Card>
      <section className={styles.market}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </div>
        {children}
        <p className={styles.foot}>
          <span>
            {t('event.margin', { percent: isolated(formatPercent(margin, { lan: currentLan() })) })}
          </span>
          {note !== undefined && <span>{note}</span>}
        </p>
      </section>
    </Card>
  );
};
