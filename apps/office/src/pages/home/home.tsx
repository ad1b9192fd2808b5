import { Link, Navigate } from '@tanstack/react-router';
import type { Input } from '@touchline/contract/routes';
import { useCall } from '../../api/query.ts';
import { useT } from '../../shell/i18n.ts';
import { places } from '../../shell/places.ts';
import type { Right } from '../../shell/rights.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './home.module.css';

type ListRight =
  | 'officeRechargeList'
  | 'officeWithdrawList'
  | 'officeIdentityList'
  | 'officeAdjustmentList'
  | 'officeTeamFlagList';

/** How many there are in a list: `false` for those who may not read it, undefined until it is known. */
const useTotal = <N extends ListRight & Right>(name: N, input: Input<N>): number | false | undefined => {
  const may = useMay()(name);
  const { data: me } = useCall('officeMe', {});
  // Without the second factor that is asked for, every list is refused.
  const enabled = may && me?.secondFactor.mustSetUp === false;
  const { data } = useCall(name, { ...input, limit: 1 }, { enabled, follow: true });
  return may && data?.total;
};

/** What waits for somebody, each with the way to it. */
export const HomePage = () => {
  const t = useT();
  const may = useMay();
  const waiting = [
    { text: t('home.recharges'), to: '/recharges', search: {}, total: useTotal('officeRechargeList', {}) },
    {
      ...{ text: t('home.withdrawals'), to: '/withdrawals', search: {} },
      total: useTotal('officeWithdrawList', { queue: 'in_review' }),
    },
    {
      ...{ text: t('home.paying'), to: '/withdrawals', search: { queue: 'paying' } },
      total: useTotal('officeWithdrawList', { queue: 'paying' }),
    },
    {
      ...{ text: t('home.names'), to: '/names', search: {} },
      total: useTotal('officeIdentityList', { state: 'in_review' }),
    },
    {
      ...{ text: t('home.corrections'), to: '/corrections', search: {} },
      total: useTotal('officeAdjustmentList', { state: 'proposed' }),
    },
    {
      ...{ text: t('home.flags'), to: '/flags', search: {} },
      total: useTotal('officeTeamFlagList', { state: 'open' }),
    },
  ] as const;
  const mine = waiting.filter(({ total }) => total !== false);
  const { data: me } = useCall('officeMe', {});
  if (me?.secondFactor.mustSetUp === true) return <Navigate to="/account" search={{}} replace />;
  return (
    <Page title={t('home.title')}>
      {!places.some(({ right }) => may(right)) && (
        <Empty title={t('home.nothing')} hint={t('home.nothingHint')} />
      )}
      {mine.length > 0 && (
        <ul className={styles.cards}>
          {mine.map(({ text, to, search, total }) => (
            <li key={text}>
              <Link to={to} search={search} className={styles.card} data-waiting={total !== 0}>
                <span className={styles.count}>{total ?? '–'}</span>
                <span>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mine.length === 0 && places.some(({ right }) => may(right)) && (
        <p className={styles.hint}>{t('home.choose')}</p>
      )}
    </Page>
  );
};
