import type { Adjustment } from '@touchline/contract/shapes/office';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { sessionStore } from '../../state/session.ts';
import { useStore } from '../../state/use-store.ts';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member-link.tsx';
import { Tag } from '../../ui/tag.tsx';
import { BalanceStep } from './balance-step.tsx';
import { toneOf } from './tone.ts';

const refresh = () => again('officeAdjustmentList');

const useOptions = (of: Adjustment): Option[] => {
  const t = useT();
  const may = useMay();
  const { signed, money, currency } = useFormats();
  const session = useStore(sessionStore);
  if (of.state !== 'proposed' || !may('officeAdjustmentDecide')) return [];
  const figures = { member: of.member.account, amount: `${signed(of.amount)} ${currency}` };
  const { before, after } = of.balance ?? { before: '0', after: of.amount };
  const balances = { before: money(before), after: `${money(after)} ${currency}` };
  const decide = (decision: 'apply' | 'refuse' | 'withdraw', seen: { originSeen?: true }, note?: string) =>
    call('officeAdjustmentDecide', {
      id: of.id,
      version: of.version,
      decision,
      ...seen,
      ...(note === undefined ? {} : { note }),
      ...(of.balance?.walletVersion === undefined ? {} : { walletVersion: of.balance.walletVersion }),
    });
  const mine = of.proposedBy.id === session?.id;
  const apply: Option = {
    key: 'a',
    label: t('correction.apply'),
    sentence: t('correction.applySure', { ...figures, ...balances }),
    barred: mine ? t('correction.own') : undefined,
    run: ({ seen }) => decide('apply', seen),
  };
  if (mine) {
    return [
      apply,
      {
        key: 'w',
        label: t('correction.withdraw'),
        sentence: t('correction.withdrawSure', figures),
        harm: true,
        run: ({ seen }) => decide('withdraw', seen),
      },
    ];
  }
  return [
    apply,
    {
      key: 'r',
      label: t('correction.refuse'),
      sentence: t('correction.refuseSure', figures),
      harm: true,
      asks: { note: t('decision.note') },
      run: ({ note, seen }) => decide('refuse', seen, note),
    },
  ];
};

/** One correction: why, by whom, and, for another operator, its yes. */
export const CorrectionDetail = ({ of, onDone }: { of: Adjustment; onDone: () => void }) => {
  const t = useT();
  const { signed, when, currency } = useFormats();
  const options = useOptions(of);
  return (
    <>
      <Decision
        options={options}
        origin={of.memberOrigin}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Facts
        of={[
          [
            t('column.state'),
            <Tag key="state" tone={toneOf[of.state]}>
              {t(`correctionState.${of.state}`)}
            </Tag>,
          ],
          [t('column.member'), <MemberLink key="member" of={of.member} />],
          [t('column.amount', { currency }), <strong key="amount">{signed(of.amount)}</strong>],
          [
            t(of.state === 'applied' ? 'correction.balanceThen' : 'correction.balanceNow'),
            of.balance && <BalanceStep key="balance" {...of.balance} />,
          ],
          [t('decision.reason'), of.reason],
          [t('correction.proposedBy'), of.proposedBy.account],
          [t('correction.proposedAt'), when(of.proposedAt)],
          [t('column.decidedBy'), of.decidedBy?.account],
          [t('column.decidedAt'), of.decidedAt === undefined ? undefined : when(of.decidedAt)],
          [t('decision.note'), of.note],
        ]}
      />
    </>
  );
};
