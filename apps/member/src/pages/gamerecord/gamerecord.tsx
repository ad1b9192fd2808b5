import { Link } from '@tanstack/react-router';
import type { PageSearch } from '@touchline/kit/search';
import { queryClient } from '../../lib/query.ts';
import { ChipRow } from '../../features/filters/chip-row.tsx';
import { recordTabs, type RecordTab } from '../../features/live/bet-patch.ts';
import { betPagesKey } from '../../features/live/live-cache.ts';
import { OneBet, AllBetPages, BetPages } from '../../features/record/bet-pages.tsx';
import { useNewsSeen } from '../../features/bet-news/use-news-seen.ts';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useT } from '../../lib/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../features/frame/page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/button.tsx';

const isRecordTab = (value: unknown): value is RecordTab => recordTabs.some((tab) => tab === value);

/** Every bet of the member under five tabs; `bet` is one that a message is about. */
export const GameRecordPage = ({ bet }: PageSearch) => {
  const t = useT();
  useNewsSeen();
  const [tab, setTab] = usePageState<RecordTab>('record tab', 'all', { isTab: true, accepts: isRecordTab });
  return (
    <Page
      layout="wide"
      title={t('nav.records')}
      tab="records"
      action={
        <Link
          to="/pages/information/statistics"
          search={{}}
          className={iconButtonClass}
          aria-label={t('nav.statistics')}
        >
          <Icon name="chart" />
        </Link>
      }
      dock={<SlipDock />}
      onRefresh={() =>
        Promise.all([
          queryClient.refetchQueries({ queryKey: betPagesKey(tab) }),
          tab === 'all' && queryClient.refetchQueries({ queryKey: betPagesKey('in_progress') }),
        ])
      }
    >
      {bet !== undefined && <OneBet key={bet} id={bet} />}
      <ChipRow
        label={t('record.tabs')}
        options={recordTabs.map((value) => ({ value, label: t(`record.tab.${value}`) }))}
        value={tab}
        onChange={setTab}
      />
      {tab === 'all' ? <AllBetPages /> : <BetPages key={tab} tab={tab} hasBeside />}
    </Page>
  );
};
