import { Button, Kbd } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ListedStop } from '@touchline/contract/shapes/office-trading';
import { useState } from 'react';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { places } from '../../lib/places.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMay } from '../../lib/rights.ts';
import { call } from '../../lib/call.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Ask } from './ask.tsx';
import { nameOfMarket, nameOfMatch } from './names.ts';
import styles from './trading.module.css';

/** Fetches everything again that a stop, a price or a ruling changes. */
export const refreshTrading = (): Promise<void> =>
  again(
    'officeStopList',
    'officeEventList',
    'officeEventDetail',
    'officePriceHistory',
    'officeExposureEvent',
  );

const againMs = 5_000;

/** On every page of the trading group: what is stopped now, and one key that stops everything. */
export const StopStrip = () => {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isTrading = places.some((place) => place.group === 'trading' && place.path === path);
  return useMay()('officeStopList') && isTrading ? <Strip /> : null;
};

const Strip = () => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const [shown, show] = useState<'stop' | 'list'>();
  const { data, error } = useCall('officeStopList', { limit: 100 }, { follow: againMs });
  const all = data?.list.find(({ event }) => event === undefined);
  const canStop = may('officeSuspend') && data !== undefined && all === undefined;
  useShortcut('s', t('stop.all'), canStop ? () => show('stop') : undefined);
  const close = () => show(undefined);
  const others = (data?.total ?? 0) - (all === undefined ? 0 : 1);
  return (
    <section className={styles.strip} data-stopped={all !== undefined} aria-label={t('stop.title')}>
      <output className={styles.text}>
        {error !== null && data === undefined
          ? t('stop.unknown')
          : all
            ? t('stop.allStopped', { who: all.by.name, when: when(all.at), reason: all.reason })
            : data && t('stop.allOpen')}
      </output>
      {others > 0 && (
        <Button variant="default" size="compact-xs" onClick={() => show('list')}>
          {t('stop.count', { count: others })}
        </Button>
      )}
      <span className={styles.end}>
        {all && may('officeOpen') && (
          <Button variant="default" size="compact-sm" onClick={() => show('list')}>
            {t('stop.openAgain')}
          </Button>
        )}
        {canStop && (
          <Button
            variant="danger"
            size="compact-sm"
            onClick={() => show('stop')}
            rightSection={
              <Kbd size="xs" className={styles.key} aria-hidden>
                s
              </Kbd>
            }
          >
            {t('stop.all')}
          </Button>
        )}
      </span>
      {shown === 'stop' && <StopSheet onClose={close} />}
      {shown === 'list' && <StopsSheet stops={data?.list ?? []} total={data?.total ?? 0} onClose={close} />}
    </section>
  );
};

/** Suspends everything: one confirmation, with a reason that can be sent as it is. */
const StopSheet = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  return (
    <Sheet title={t('stop.all')} onClose={onClose}>
      <Ask
        sentence={t('stop.allSure')}
        label={t('stop.all')}
        harm
        usual={t('stop.usual')}
        run={(reason) => call('officeSuspend', { reason })}
        onDone={() => {
          onClose();
          void refreshTrading();
        }}
        onBack={onClose}
      />
    </Sheet>
  );
};

type Props = { stops: readonly ListedStop[]; total: number; onClose: () => void };

/** What is stopped now: what, by whom, why and since when, each to be opened again. */
const StopsSheet = ({ stops, total, onClose }: Props) => {
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
