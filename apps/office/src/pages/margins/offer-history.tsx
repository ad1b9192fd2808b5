import type { CallInput, Output } from '@touchline/contract/routes';
import { useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { useMarketName } from './market-name.ts';
import styles from './margins.module.css';

type At = Pick<CallInput<'officeOfferDetail'>, 'scope' | 'id'>;
type Version = Output<'officeOfferHistory'>['list'][number];

const most = 50;
const percent = (bp: number): string => `${(bp / 100).toFixed(2)} %`;
const signed = (bp: number): string => `${bp < 0 ? '−' : '+'}${percent(Math.abs(bp))}`;

/** What a version of a rule said, in a line. */
const useSaid = (): ((version: Version) => string) => {
  const t = useT();
  const nameOf = useMarketName();
  return ({ rules, shift }) => {
    const markets = rules.map(({ market, marginBp, offered }) =>
      [
        nameOf(market),
        ...(marginBp === undefined ? [] : [percent(marginBp)]),
        ...(offered === undefined ? [] : [t(offered ? 'margin.on' : 'margin.offWord')]),
      ].join(' '),
    );
    const goals = shift.homeBp !== 0 || shift.awayBp !== 0;
    const moved = goals ? [`${t('margin.shift')} ${signed(shift.homeBp)} / ${signed(shift.awayBp)}`] : [];
    return [...markets, ...moved].join(' · ') || t('margin.saidNothing');
  };
};

/** Every version of the rule of a scope, the newest first: fetched when it is opened. */
export const OfferHistory = ({ at, version }: { at: At; version: number }) => {
  const t = useT();
  const { when } = useFormats();
  const said = useSaid();
  const may = useMay()('officeOfferHistory');
  const [isOpen, setOpen] = useState(false);
  const list = useCall('officeOfferHistory', { ...at, limit: most }, { enabled: may && isOpen });
  if (!may || version === 0) return null;
  return (
    <details className={styles.history} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('margin.history', { count: version })}</summary>
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isLoading && <Skeleton lines={3} />}
      {list.data && (
        <ol>
          {list.data.list.map((each) => (
            <li key={each.version}>
              <p>
                <b>{each.version}</b> · {each.by.name}, {when(each.at)}
              </p>
              <p>{said(each)}</p>
              <p className={styles.why}>{each.reason}</p>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
};
