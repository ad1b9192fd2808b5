import { newKey } from '@touchline/client/new-key';
import type { Output } from '@touchline/contract/routes';
import type { LiabilityProposal, LiabilitySnapshot } from '@touchline/contract/shapes/liabilities';
import { useMemo, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { sumOf } from '@touchline/kit/sum';
import { Decision } from '../../features/queue/decision.tsx';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { proposalOptions, useIsMine } from '../../features/queue/proposal.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Figure, FigureList } from '../../ui/figure.tsx';
import { Note } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './liabilities.module.css';
import { LiabilityTabs } from './liability-parts.tsx';
import { SnapshotDetail } from './snapshot-detail.tsx';

/** All reserves of a snapshot in a currency together; those of others cannot be added to what is owed. */
const reservesOf = ({ reserves }: Pick<LiabilitySnapshot, 'reserves'>, currency: string): string =>
  sumOf(reserves.map((reserve) => (reserve.currency === currency ? (reserve.amount ?? '0') : '0')));

const limit = 30;
const keyOf = ({ id }: LiabilitySnapshot): string => id;
const ofRow = ({ id }: LiabilitySnapshot) => ({ member: '-', id });

const useColumns = (): Column<LiabilitySnapshot>[] => {
  const t = useT();
  const { money, when, currency } = useFormats();
  return useMemo(() => {
    const amount = (name: string): string => t('unit.of', { name, unit: currency });
    return [
      { id: 'at', header: t('liability.at'), cell: ({ at }) => when(at) },
      {
        id: 'owed',
        header: amount(t('liability.owed')),
        align: 'end',
        cell: ({ owed, rounded }) => {
          const sum = money(sumOf([owed.available, owed.held]));
          return rounded ? t('liability.atMost', { amount: sum }) : sum;
        },
      },
      {
        id: 'openBets',
        header: amount(t('liability.openBets')),
        align: 'end',
        wide: true,
        cell: ({ owed }) => money(owed.openBets),
      },
      {
        id: 'reserves',
        header: amount(t('liability.reserves')),
        align: 'end',
        cell: (snapshot) => money(reservesOf(snapshot, currency)),
      },
      {
        id: 'members',
        header: t('liability.members'),
        align: 'end',
        wide: true,
        cell: ({ members }) => money(String(members)),
      },
      {
        id: 'by',
        header: t('liability.by'),
        wide: true,
        cell: ({ madeBy }) => madeBy?.account ?? t('liability.daily'),
      },
    ];
  }, [t, money, when, currency]);
};

const refresh = (): void => void again('officeLiabilityList');

/** Proposes to publish before the day is over. */
const Propose = () => {
  const t = useT();
  const [key, setKey] = useState(newKey);
  return (
    <Decision
      options={[
        {
          key: 'p',
          label: t('liability.make'),
          quiet: true,
          sentence: t('liability.makeSure'),
          asks: { note: t('decision.reason'), noteNeeded: true },
          run: ({ note = '' }) => call('officeLiabilityPropose', { key, reason: note }),
        },
      ]}
      onDone={() => {
        setKey(newKey());
        refresh();
      }}
      onRefused={refresh}
    />
  );
};

/** A wish to publish, with what another operator decides about it. */
const Waiting = ({
  of,
  onDecided,
}: {
  of: LiabilityProposal;
  onDecided: (outcome: Output<'officeLiabilityDecide'> | undefined) => void;
}) => {
  const t = useT();
  const may = useMay();
  const isMine = useIsMine(of);
  const names = { by: of.proposedBy.account, reason: of.reason };
  const options = proposalOptions({
    isMine,
    barred: isMine ? t('correction.own') : undefined,
    apply: { label: t('liability.publish'), sentence: t('liability.applySure') },
    withdraw: { label: t('correction.withdraw'), sentence: t('liability.endSure') },
    refuse: {
      label: t('correction.refuse'),
      sentence: t('liability.endSure'),
      asks: { note: t('decision.note') },
    },
    decide: async (decision, { note }) =>
      onDecided(await call('officeLiabilityDecide', { id: of.id, version: of.version, decision, note })),
  });
  return (
    <>
      <Note>{t('liability.proposed', names)}</Note>
      {may('officeLiabilityDecide') && (
        <Decision options={options} onDone={refresh} onRefused={() => onDecided(undefined)} />
      )}
    </>
  );
};

/** Publishing before the day is over, by two operators, and the outcome. */
const BetweenDays = ({ waiting }: { waiting: readonly LiabilityProposal[] }) => {
  const t = useT();
  const may = useMay();
  const [outcome, setOutcome] = useState<Output<'officeLiabilityDecide'>>();
  return (
    <>
      {waiting.map((each) => (
        <Waiting key={each.id} of={each} onDecided={setOutcome} />
      ))}
      {waiting.length === 0 && may('officeLiabilityPropose') && <Propose />}
      {outcome?.made !== undefined && <Note done>{t('liability.made')}</Note>}
      {outcome?.refused !== undefined && (
        <Differences title={t('liability.refusedNow')} of={outcome.refused} />
      )}
    </>
  );
};

/** What was owed and what there was, as it was published. */
export const PublishedView = () => {
  const t = useT();
  const { when } = useFormats();
  const columns = useColumns();
  const page = usePageNumber();
  const list = useCall('officeLiabilityList', { page, limit }, { keep: true, follow: true });
  const queue = useQueue(list.data?.list, ofRow);
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  // Rounded totals are above what the reserves cover.
  const newest = page === 1 ? list.data?.list.find(({ rounded }) => !rounded) : undefined;
  return (
    <Page title={t('place.liabilities')} filters={<LiabilityTabs />}>
      <BetweenDays waiting={list.data?.proposals ?? []} />
      {list.data?.refused.map(({ at, differences }) => (
        <Differences key={at} title={t('liability.refused', { when: when(at) })} of={differences} />
      ))}
      {newest !== undefined && <Coverage of={newest} />}
      <PagedList
        label={t('liability.history')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('liability.none'), hint: t('liability.noneHint') }}
        open={
          open && {
            key: open.id,
            title: when(open.at),
            content: <SnapshotDetail of={open} />,
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};

/** The latest debts and the reserves against them. */
const Coverage = ({ of }: { of: LiabilitySnapshot }) => {
  const t = useT();
  const { money, when, currency } = useFormats();
  const { available, held, openBets } = of.owed;
  const owed = sumOf([available, held]);
  const reserves = reservesOf(of, currency);
  const isShort = sumOf([reserves, `-${owed}`]).startsWith('-');
  return (
    <FigureList label={t('unit.of', { name: t('place.liabilities'), unit: currency })}>
      <Figure name={t('liability.owed')} value={money(owed)} note={`${t('liability.held')} ${money(held)}`} />
      <Figure
        name={t('liability.reserves')}
        value={money(reserves)}
        tone={isShort ? 'bad' : 'good'}
        note={isShort ? t('liability.short') : t('liability.covered')}
      />
      <Figure name={t('liability.openBets')} value={money(openBets)} />
      <Figure name={t('liability.at')} value={when(of.at)} />
    </FigureList>
  );
};

/** Why liabilities were not published. */
const Differences = ({ title, of }: { title: string; of: readonly string[] }) => {
  const t = useT();
  return (
    <div className={styles.differences} role="alert">
      <p>
        {title} {t('liability.refusedHint')}
      </p>
      <ul>
        {of.map((difference) => (
          <li key={difference}>
            <code>{difference}</code>
          </li>
        ))}
      </ul>
    </div>
  );
};
