import { limits } from '@touchline/contract/limits';
import type { Output } from '@touchline/contract/routes';
import { sumOf } from '@touchline/kit/sum';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { sessionStore } from '../../lib/session.ts';
import { useStore } from '../../lib/use-store.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { MemberFacts } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import { Approvals } from './approvals.tsx';
import styles from './withdrawals.module.css';

type ReviewedWithdrawal = Output<'officeWithdrawDetail'>;

const refresh = () => again('officeWithdrawDetail', 'officeWithdrawList');

/** One withdrawal: what can be decided, who approved it, the amount, its destination and its member. */
export const WithdrawalDetail = ({
  of,
  onDone,
}: {
  of: { member: string; id: string };
  onDone: () => void;
}) => {
  const { data, error, refetch } = useCall('officeWithdrawDetail', of, { follow: true });
  const t = useT();
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={10} />;
  return (
    <>
      <WithdrawalDecision
        of={data}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      {data.stopped && <Note>{t('withdrawal.stopped')}</Note>}
      <Risks of={data} />
      <Section title={t('withdrawal.approvals')}>
        <Approvals of={data} />
      </Section>
      <Body of={data} />
    </>
  );
};

/** What to look at before money leaves. */
const Risks = ({ of: { sharedWith, risks } }: { of: ReviewedWithdrawal }) => {
  const t = useT();
  const found = [
    ...(sharedWith > 0 ? [t('withdrawal.shared', { count: sharedWith })] : []),
    ...risks.map((risk) => t(`withdrawalRisk.${risk}`, { days: limits.riskNewDays })),
  ];
  if (found.length === 0) return null;
  return (
    <Note>
      <ul className={styles.risks}>
        {found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Note>
  );
};

const Body = ({ of }: { of: ReviewedWithdrawal }) => {
  const t = useT();
  const { money, when, currency } = useFormats();
  const { withdrawal, member, identity, methodSince, turnoverLeft } = of;
  const { wallet } = withdrawal;
  const orNone = (moment: string | undefined) => (moment === undefined ? undefined : when(moment));
  const names = wallet.holder !== undefined && member.realName !== undefined;
  return (
    <>
      <Section title={t('withdrawal.money')}>
        <Facts
          of={[
            [t('column.state'), t(`withdrawalState.${withdrawal.stage ?? withdrawal.state}`)],
            [t('column.amount', { currency }), <strong key="amount">{money(withdrawal.amount)}</strong>],
            [t('recharge.fee'), money(withdrawal.fee)],
            [t('withdrawal.receive'), money(withdrawal.receive)],
            [
              t('withdrawal.send'),
              withdrawal.usdtAmount === undefined ? undefined : (
                <strong key="usdt">{`${withdrawal.usdtAmount} USDT`}</strong>
              ),
            ],
            [
              t('withdrawal.rate'),
              withdrawal.rate === undefined ? undefined : `1 USDT = ${withdrawal.rate} ${currency}`,
            ],
            [t('column.asked'), when(withdrawal.requestedAt)],
            [t('withdrawal.arrivesBy'), when(withdrawal.arrivesBy)],
            [t('withdrawal.paidAt'), orNone(withdrawal.paidAt)],
            [t('withdrawal.endedAt'), orNone(withdrawal.endedAt)],
            [t('recharge.reference'), withdrawal.reference],
            [
              t('decision.reason'),
              withdrawal.reason === undefined ? undefined : t(`refusal.${withdrawal.reason}`),
            ],
            [t('decision.note'), withdrawal.note],
          ]}
        />
      </Section>
      <Story of={of} />
      <Section title={t('withdrawal.to')}>
        <Facts
          of={[
            [t('payout.type'), t(`payoutType.${wallet.type}`)],
            [t('payout.bank'), wallet.bankName],
            [t('payout.branch'), wallet.branch],
            [t('payout.branchNumber'), wallet.branchNumber],
            [t('payout.bankCode'), wallet.bankCode],
            [t('payout.holder'), wallet.holder],
            [t('payout.account'), wallet.account],
            [t('payout.address'), wallet.address],
            [t('payout.phone'), wallet.phone],
            [t('withdrawal.methodSince'), orNone(methodSince)],
          ]}
        />
      </Section>
      <Section title={names ? t('withdrawal.memberOfName') : t('column.member')}>
        <MemberFacts member={member} />
        <Facts
          of={[
            [t('member.identity'), t(`identity.${identity.state}`)],
            [t('unit.of', { name: t('member.turnoverLeft'), unit: currency }), money(turnoverLeft)],
          ]}
        />
      </Section>
    </>
  );
};

type StoryLine = ReviewedWithdrawal['story'][number];

const kindOf = ({ kind }: StoryLine): string => kind;

/** Where the member's money came from and went, by kind: together it is what is in the wallet. */
const Story = ({ of: { story } }: { of: ReviewedWithdrawal }) => {
  const t = useT();
  const { money, signed, currency } = useFormats();
  const columns: Column<StoryLine>[] = [
    {
      id: 'kind',
      header: t('ledger.kind'),
      cell: ({ kind }) => t(`entryKind.${kind}`),
      foot: t('withdrawal.inWallet'),
    },
    { id: 'count', header: t('report.count'), align: 'end', cell: ({ count }) => String(count) },
    {
      id: 'amount',
      header: t('column.amount', { currency }),
      align: 'end',
      cell: ({ amount }) => signed(amount),
      foot: money(sumOf(story.map(({ amount }) => amount))),
    },
  ];
  return (
    <Section title={t('withdrawal.story')}>
      <DataTable
        label={t('withdrawal.story')}
        columns={columns}
        keyOf={kindOf}
        rows={story}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('ledger.none'), hint: t('ledger.noneHint') }}
      />
    </Section>
  );
};

type DecisionProps = { of: ReviewedWithdrawal; onDone: () => void; onRefused: () => void };

/** What can be decided of a withdrawal where it is. */
const useOptions = (of: ReviewedWithdrawal): Option[] => {
  const { withdrawal, member, approvals, approvalsNeeded, stopped, version } = of;
  const t = useT();
  const may = useMay();
  const { money, currency } = useFormats();
  const session = useStore(sessionStore);
  const ofMember = { member: member.id, id: withdrawal.id, version };
  const figures = { member: member.account, amount: `${money(withdrawal.amount)} ${currency}` };
  const harm = { harm: true, asks: { reason: true, note: t('decision.noteForMember') } };
  const approvedByMe = approvals.some(({ operator }) => operator.id === session?.id);

  if (withdrawal.state === 'in_progress' && withdrawal.stage === 'in_review' && may('officeWithdrawDecide')) {
    const isLast = approvals.length + 1 >= approvalsNeeded;
    return [
      {
        key: 'a',
        label: t('withdrawal.approve'),
        sentence: isLast ? t('withdrawal.approveSure', figures) : t('withdrawal.approveFirst', figures),
        barred: approvedByMe ? t('withdrawal.own') : stopped ? t('withdrawal.stoppedShort') : undefined,
        run: ({ seen }) => call('officeWithdrawDecide', { ...ofMember, ...seen, decision: 'approve' }),
      },
      {
        key: 'r',
        label: t('withdrawal.refuse'),
        ...harm,
        sentence: t('withdrawal.refuseSure', figures),
        run: async ({ reason, note, seen }) =>
          reason && call('officeWithdrawDecide', { ...ofMember, ...seen, decision: 'refuse', reason, note }),
      },
    ];
  }
  const options: Option[] = [];
  if (withdrawal.stage === 'paying' && may('officeWithdrawPaid')) {
    options.push({
      key: 'p',
      label: t('withdrawal.paid'),
      asks: { reference: t('withdrawal.reference') },
      sentence: t('withdrawal.paidSure', figures),
      barred: stopped ? t('withdrawal.stoppedShort') : undefined,
      run: async ({ reference, seen }) =>
        reference && call('officeWithdrawPaid', { ...ofMember, ...seen, reference }),
    });
  }
  if (withdrawal.state === 'success' && may('officeWithdrawFinish')) {
    options.push(
      {
        key: 'f',
        label: t('withdrawal.finish'),
        sentence: t('withdrawal.finishSure', figures),
        run: ({ seen }) => call('officeWithdrawFinish', { ...ofMember, ...seen }),
      },
      {
        key: 'b',
        label: t('withdrawal.returned'),
        ...harm,
        sentence: t('withdrawal.returnedSure', figures),
        run: async ({ reason, note, seen }) =>
          reason && call('officeWithdrawReturned', { ...ofMember, ...seen, reason, note }),
      },
    );
  }
  return options;
};

/** Approves, refuses, pays by hand, confirms or books back a withdrawal. */
const WithdrawalDecision = ({ of, onDone, onRefused }: DecisionProps) => {
  const options = useOptions(of);
  return <Decision options={options} onDone={onDone} onRefused={onRefused} origin={of.memberOrigin} />;
};
