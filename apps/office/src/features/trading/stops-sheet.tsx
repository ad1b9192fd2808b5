import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListedStop } from '@touchline/contract/shapes/office-trading';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/use-rights.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Ask } from './ask.tsx';
import { nameOfMarket, nameOfMatch } from './names.ts';
import { refreshTrading } from './refresh.ts';
import styles from './trading.module.css';

type Props = { stops: readonly ListedStop[]; total: number; onClose: () => void };

/** What is stopped now: what, by whom, why and since when, each to be opened again. */
export const StopsSheet = ({ stops, total, onClose }: Props) => {
  const t = useT();
  return (
    <Sheet title={t('stop.list')} onClose={onClose}>
      {stops.length === 0 && <p>{t('stop.none')}</p>}
      <ul className={styles.stops}>
        {stops.map((stop) => (
          <StopItem key={stop.id} stop={stop} isLast={stops.length === 1} onLeave={onClose} />
        ))}
      </ul>
      {total > stops.length && (
        <p className={styles.more}>{t('stop.more', { count: total - stops.length })}</p>
      )}
    </Sheet>
  );
};

const StopItem = ({ stop, isLast, onLeave }: { stop: ListedStop; isLast: boolean; onLeave: () => void }) => {
  const t = useT();
  const { when } = useFormats();
  const may = useMay();
  const [asks, setAsks] = useState(false);
  const { event, match, market, line } = stop;
  const of = market === undefined ? t('stop.whole') : nameOfMarket({ market, line });
  return (
    <li className={styles.stop}>
      <div className={styles.what}>
        {event === undefined || match === undefined ? (
          <strong>{t('stop.everything')}</strong>
        ) : (
          <span>
            <Link to="/matches" search={{ id: event }} onClick={onLeave}>
              <strong>{nameOfMatch(match)}</strong>
            </Link>{' '}
            · {of}
          </span>
        )}
        <span className={styles.why}>{t('stop.by', { who: stop.by.name, when: when(stop.at) })}</span>
        <span className={styles.why}>{stop.reason}</span>
      </div>
      {may('officeOpen') && !asks && (
        <Button variant="default" onClick={() => setAsks(true)}>
          {t('stop.open')}
        </Button>
      )}
      {asks && (
        <div className={styles.sheetAsk}>
          <Ask
            sentence={event === undefined ? t('stop.openAllSure') : t('stop.openSure')}
            label={t('stop.open')}
            run={(reason) => call('officeOpen', { stop: stop.id, reason })}
            onDone={() => {
              if (isLast) onLeave();
              void refreshTrading();
            }}
            onBack={() => setAsks(false)}
            onRefused={() => void refreshTrading()}
          />
        </div>
      )}
    </li>
  );
};
