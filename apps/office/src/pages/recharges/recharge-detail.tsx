import type { Output } from '@touchline/contract/routes';
import type { Payment } from '@touchline/contract/shapes/cashier';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { listed, useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { MemberFacts } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import { PrivateImage } from '../../ui/private-image.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useChannelName } from '../../features/words/channel-name.ts';
import { useRechargeWords } from './recharge-words.ts';
import styles from './recharges.module.css';

type ReviewedRecharge = Output<'officeRechargeDetail'>;
type Of = { member: string; id: string };

const refresh = () => again('officeRechargeDetail', 'officeRechargeList');

/** One recharge: the expected and the received amount, its voucher, and what can be decided. */
export const RechargeDetail = ({ of, onDone }: { of: Of; onDone: () => void }) => {
  const { data, error, refetch } = useCall('officeRechargeDetail', of, { follow: true });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={10} />;
  return (
    <>
      <RechargeDecision
        of={data}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Body of={data} />
    </>
  );
};

const Body = ({ of }: { of: ReviewedRecharge }) => {
  const t = useT();
  return (
    <>
      <div className={styles.beside}>
        <div className={styles.sides}>
          <div className={styles.side}>
            <Expected of={of.recharge} />
            <Payments of={of.recharge} credits={of.credits} />
          </div>
          <Voucher of={of} />
        </div>
      </div>
      <Section title={t('column.member')}>
        <MemberFacts member={of.member} />
      </Section>
    </>
  );
};

const Expected = ({ of: recharge }: { of: ReviewedRecharge['recharge'] }) => {
  const t = useT();
  const { money, when, currency } = useFormats();
  const channelName = useChannelName();
  const usdt = recharge.usdtAmount;
  return (
    <Section title={t('recharge.expected')}>
      <Facts
        of={[
          [t('column.amount', { currency }), money(recharge.amount)],
          [t('recharge.fee'), money(recharge.fee)],
          // What was paid decides once something has arrived.
          [t('recharge.receive'), recharge.payments.length === 0 ? money(recharge.receive) : undefined],
          [t('recharge.usdt'), usdt === undefined ? undefined : `${money(usdt)} USDT`],
          [t('recharge.rate'), recharge.rate],
          [t('column.channel'), channelName(recharge.channel)],
          [t('recharge.address'), recharge.address],
          [t('recharge.reference'), recharge.reference],
          [t('column.asked'), when(recharge.createdAt)],
          [t('recharge.expires'), when(recharge.expiresAt)],
        ]}
      />
    </Section>
  );
};

type PaymentsProps = { of: ReviewedRecharge['recharge']; credits: string | undefined };

const Payments = ({ of: recharge, credits }: PaymentsProps) => {
  const t = useT();
  const { money, when } = useFormats();
  const words = useRechargeWords();
  const waiting = recharge.payments.find(({ state }) => state === 'in_review');
  const receives = ({ id, credited }: Payment) => {
    const amount = id === waiting?.id ? credits : credited;
    return amount === undefined ? undefined : <strong key="receives">{money(amount)}</strong>;
  };
  return (
    <Section title={t('recharge.payments')}>
      {recharge.payments.length === 0 && <p className={styles.soft}>{t('recharge.none')}</p>}
      {recharge.payments.map((payment) => (
        <div key={payment.id} className={styles.payment}>
          <Facts
            of={[
              [t('recharge.arrived'), <strong key="paid">{words.paid(recharge, payment)}</strong>],
              [t('recharge.receive'), receives(payment)],
              [
                t('column.state'),
                <Tag key="state" tone={payment.state === 'in_review' ? 'wait' : 'plain'}>
                  {t(`paymentState.${payment.state}`)}
                </Tag>,
              ],
              [t('recharge.why'), payment.case === undefined ? undefined : t(`paymentCase.${payment.case}`)],
              [t('recharge.reference'), payment.reference],
              [t('column.at'), when(payment.at)],
            ]}
          />
        </div>
      ))}
    </Section>
  );
};

/** What the member sent, and who else has sent something that looks like it. */
const Voucher = ({ of: { recharge, member, lookAlikes } }: { of: ReviewedRecharge }) => {
  const t = useT();
  const { when } = useFormats();
  if (recharge.voucher === undefined) return null;
  return (
    <Section title={t('recharge.voucher')}>
      {lookAlikes.length > 0 && (
        <Note>
          {t('recharge.alike', { count: lookAlikes.length })}{' '}
          {listed(lookAlikes.map(({ member: { account }, at }) => `${account} · ${when(at)}`))}
        </Note>
      )}
      <PrivateImage member={member.id} id={recharge.voucher.id} name={t('recharge.voucher')} />
    </Section>
  );
};

type DecisionProps = { of: ReviewedRecharge; onDone: () => void; onRefused: () => void };

/** Credits or refuses a payment in review; rejects a recharge that nothing came for. */
const RechargeDecision = ({
  of: { recharge, member, version, credits, memberOrigin },
  onDone,
  onRefused,
}: DecisionProps) => {
  const t = useT();
  const may = useMay();
  const { money, currency } = useFormats();
  const words = useRechargeWords();
  const ofMember = { member: member.id, id: recharge.id, version };
  const waiting = recharge.payments.find(({ state }) => state === 'in_review');
  const names = { member: member.account };

  const options: Option[] = [];
  if (waiting !== undefined && may('officePaymentDecide')) {
    const decide =
      (decision: 'credit' | 'refuse'): Option['run'] =>
      ({ seen }) =>
        call('officePaymentDecide', { ...ofMember, ...seen, payment: waiting.id, decision });
    const figures = {
      ...names,
      paid: words.paid(recharge, waiting),
      amount: `${money(recharge.amount)} ${currency}`,
    };
    if (credits !== undefined) {
      options.push({
        key: 'a',
        label: t('recharge.credit'),
        sentence: t('recharge.creditSure', { ...figures, credits: `${money(credits)} ${currency}` }),
        run: decide('credit'),
      });
    }
    options.push({
      key: 'r',
      label: t('recharge.refuse'),
      harm: true,
      sentence: t('recharge.refuseSure', figures),
      run: decide('refuse'),
    });
  }
  const isOpen =
    recharge.state === 'created' || recharge.state === 'awaiting' || recharge.state === 'expired';
  if (waiting === undefined && isOpen && may('officeRechargeReject')) {
    options.push({
      key: 'r',
      label: t('recharge.reject'),
      harm: true,
      asks: { reason: true },
      sentence: t('recharge.rejectSure', { ...names, amount: `${money(recharge.amount)} ${currency}` }),
      run: async ({ reason, seen }) =>
        reason === undefined ? undefined : call('officeRechargeReject', { ...ofMember, ...seen, reason }),
    });
  }
  return (
    <>
      <div>
        <Tag tone={waiting !== undefined ? 'wait' : recharge.state === 'credited' ? 'good' : 'plain'}>
          {words.state(recharge)}
        </Tag>
        {recharge.reason !== undefined && ` ${t(`refusal.${recharge.reason}`)}`}
      </div>
      <Decision options={options} onDone={onDone} onRefused={onRefused} origin={memberOrigin} />
    </>
  );
};
