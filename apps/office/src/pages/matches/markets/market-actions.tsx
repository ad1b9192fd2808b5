import type { OfficeEventDetail, OfficeMarket } from '@touchline/contract/shapes/office-trading';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/rights.ts';
import { Ask, type AskProps } from '../../../features/trading/ask.tsx';
import { KeyButton } from '../../../features/trading/key-button.tsx';
import { nameOfMarket } from '../../../features/trading/names.ts';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { Note } from '../../../ui/notices.tsx';
import styles from './markets.module.css';

type Action = { keys: string } & Pick<AskProps, 'label' | 'sentence' | 'harm' | 'usual' | 'run'>;

/** Suspends a market, opens what lies over it, and gives its prices back to the model. */
export const MarketActions = ({ match, of }: { match: OfficeEventDetail; of: OfficeMarket }) => {
  const t = useT();
  const actions = useActions(match, of);
  // The action as it was when it was asked for: it names the version that was shown then.
  const [asked, ask] = useState<{ keys: string; action?: Action }>();
  const [isOld, setIsOld] = useState(false);
  const offered = actions.find(({ keys }) => keys === asked?.keys);
  const chosen = offered && (asked?.action ?? offered);
  if (actions.length === 0) return null;
  if (chosen === undefined) {
    return (
      <>
        {isOld && <Note>{t('price.fetchedAnew')}</Note>}
        <div className={styles.actions}>
          {actions.map((action) => {
            const { keys, label, harm = false } = action;
            return (
              <KeyButton
                key={keys}
                keys={keys}
                harm={harm}
                text={label}
                onPress={() => ask({ keys, action })}
              />
            );
          })}
        </div>
      </>
    );
  }
  const { keys, ...rest } = chosen;
  return (
    <Ask
      key={keys}
      {...rest}
      onDone={() => {
        ask(undefined);
        setIsOld(false);
        void refreshTrading();
      }}
      onBack={() => ask(undefined)}
      onRefused={() => {
        setIsOld(true);
        ask({ keys });
        void refreshTrading();
      }}
    />
  );
};

const useActions = (
  { event }: OfficeEventDetail,
  { market: of, stop, price }: OfficeMarket,
): readonly Action[] => {
  const t = useT();
  const may = useMay();
  const { market, line } = of;
  const key = { event: event.id, market, line };
  const name = nameOfMarket(of);
  const actions: Action[] = [];
  const isAlive = of.state === 'open' || of.state === 'suspended';
  const own = stop?.market === undefined ? undefined : stop;
  if (own && may('officeOpen')) {
    actions.push({
      keys: 'x',
      label: t('price.openMarket'),
      sentence: t('stop.openSure'),
      run: (reason) => call('officeOpen', { stop: own.id, reason }),
    });
  } else if (isAlive && may('officeSuspend')) {
    actions.push({
      keys: 'x',
      label: t('price.suspend'),
      sentence: t('price.suspendSure', { market: name }),
      harm: true,
      usual: t('stop.usual'),
      run: (reason) => call('officeSuspend', { ...key, reason }),
    });
  }
  if (price && may('officePriceRelease')) {
    actions.push({
      keys: 'b',
      label: t('price.release'),
      sentence: t('price.releaseSure', { market: name }),
      run: (reason) => call('officePriceRelease', { ...key, version: of.version, reason }),
    });
  }
  return actions;
};
