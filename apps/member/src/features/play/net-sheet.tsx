import { Link } from '@tanstack/react-router';
import { useT } from '../../lib/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../load-failure/load-failure.tsx';
import styles from './play.module.css';
import { NetTable } from './net-table.tsx';
import { usePlayInfo } from './play-info.ts';
import { SessionFacts } from './session-facts.tsx';

type Props = { open: boolean; onClose: () => void };

const ways = ['limits', 'timeOut', 'help'] as const;

/** How long and at what cost one plays, over any page, and the ways to play less. */
export const NetSheet = ({ open, onClose }: Props) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('play.netTitle')}>
      <Figures />
      <nav className={styles.links} aria-label={t('nav.play')}>
        {ways.map((way) => (
          <Link
            key={way}
            to="/pages/information/play"
            search={{ open: way }}
            className={buttonClass('quiet')}
            onClick={onClose}
          >
            {t(`play.way.${way}`)}
          </Link>
        ))}
      </nav>
    </Sheet>
  );
};

const Figures = () => {
  const t = useT();
  const { data, error, refetch } = usePlayInfo();
  if (data === undefined) {
    return error === null ? (
      <>
        <Skeleton height={5} />
        <Skeleton height={9} />
      </>
    ) : (
      <LoadFailure error={error} onRetry={refetch} />
    );
  }
  return (
    <div className={styles.netSheetBody}>
      <section>
        <h3 className={styles.netSheetTitle}>{t('play.session')}</h3>
        <SessionFacts reality={data.reality} />
      </section>
      <section>
        <h3 className={styles.netSheetTitle}>{t('play.net')}</h3>
        <NetTable net={data.net} />
      </section>
    </div>
  );
};
