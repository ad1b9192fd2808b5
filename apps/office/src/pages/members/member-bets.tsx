import type { Bet } from '@touchline/contract/shapes/bet';
import { formatOdds } from '@touchline/locales/format';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { nameOfLeg, nameOfMarket, nameOfMatch } from '../../features/trading/names.ts';
import { Split } from '../../features/queue/paged-list.tsx';
import { currentLan, useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { PageSearch } from '@touchline/kit/search';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Tag } from '../../ui/tag.tsx';
import { BetDetail, toneOfBet } from './bet-detail.tsx';
import type { MemberDetail } from './tabs.ts';
import styles from './members.module.css';

const limit = 50;
const states = ['in_progress', 'win', 'lose', 'refund'] as const;
const keyOf = ({ id }: Bet): string => id;

const useColumns = (): Column<Bet>[] => {
  const t = useT();
  const { money, when, currency } = useFormats();
  return useMemo(
    () => [
      { id: 'at', header: t('bet.placed'), cell: ({ placedAt }) => when(placedAt) },
      {
        id: 'match',
        header: t('bet.match'),
        cell: ({ legs: [leg, ...more] }) =>
          leg && `${nameOfMatch(leg)}${more.length === 0 ? '' : ` +${more.length}`}`,
      },
      {
        id: 'pick',
        header: t('bet.pick'),
        wide: true,
        cell: ({ type, legs: [leg] }) =>
          type === 'single' && leg
            ? `${nameOfMarket({ market: leg.market })} · ${nameOfLeg(leg, leg)}`
            : t(`betType.${type}`),
      },
      {
        id: 'odds',
        header: t('bet.odds'),
        align: 'end',
        wide: true,
        cell: ({ odds }) => formatOdds(odds, { lan: currentLan() }),
      },
      {
        id: 'stake',
        header: t('unit.of', { name: t('bet.stake'), unit: currency }),
        align: 'end',
        cell: ({ stake }) => money(stake),
      },
      {
        id: 'potential',
        header: t('unit.of', { name: t('bet.potential'), unit: currency }),
        align: 'end',
        wide: true,
        cell: ({ potential }) => money(potential),
      },
      {
        id: 'payout',
        header: t('unit.of', { name: t('bet.payout'), unit: currency }),
        align: 'end',
        wide: true,
        cell: ({ payout }) => (payout === undefined ? '–' : money(payout)),
      },
      {
        id: 'state',
        header: t('column.state'),
        cell: ({ state }) => <Tag tone={toneOfBet[state]}>{t(`betState.${state}`)}</Tag>,
      },
    ],
    [t, money, when, currency],
  );
};

/** The bets of the member, newest first, one of them open next to the list. */
export const MemberBets = ({ of }: { of: MemberDetail }) => {
  const member = of.member.id;
  const t = useT();
  const columns = useColumns();
  const navigate = useNavigate();
  const page = usePageNumber();
  const { id, ...search } = usePageSearch();
  const { page: _, ...filters } = search;
  const state = choiceOf(search['state'], states);
  const list = useCall('officeMemberBets', { member, page, limit, tab: state }, { follow: true, keep: true });
  const go = (next: PageSearch): void => void navigate({ to: '.', search: next, replace: true });
  return (
    <>
      <div className={styles.head}>
        <Choice
          label={t('column.state')}
          value={state}
          choices={states}
          all={t('table.all')}
          name={(each) => t(`betState.${each}`)}
          onChange={(chosen) => go({ ...filters, state: chosen ?? '' })}
        />
      </div>
      <Split
        list={
          <>
            <DataTable
              label={t('memberTab.bets')}
              columns={columns}
              keyOf={keyOf}
              rows={list.data?.list}
              error={list.error}
              searchOf={(bet) => ({ ...search, id: bet.id })}
              openKey={id}
              onRetry={() => void list.refetch()}
              empty={{ title: t('bet.none'), hint: t('bet.noneHint') }}
              isNarrow={id !== undefined}
            />
            <Pager total={list.data?.total} limit={limit} />
          </>
        }
        open={
          id === undefined
            ? undefined
            : {
                key: id,
                title: t('ledger.bet'),
                onClose: () => go(search),
                content: <BetDetail member={member} id={id} />,
              }
        }
      />
    </>
  );
};
