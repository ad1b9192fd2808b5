import type { LiabilitySnapshot, Reserve } from '@touchline/contract/shapes/liabilities';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { Code } from './liability-parts.tsx';

/** What there was against what was owed. */
const ReserveFacts = ({ of }: { of: Reserve }) => {
  const t = useT();
  const { money, signed } = useFormats();
  if (of.kind === 'issued') {
    return (
      <Facts
        of={[
          [t('liability.issued'), money(of.amount)],
          [t('liability.given'), money(of.given)],
          [t('liability.paidIn'), signed(of.paidIn)],
          [t('liability.lost'), signed(of.lost)],
        ]}
      />
    );
  }
  const amount = of.amount === undefined ? t('reserve.unread') : `${money(of.amount)} ${of.currency}`;
  if (of.kind === 'statement') {
    return (
      <Facts
        of={[
          [t('reserve.name'), of.name],
          [t('reserve.amount'), amount],
          [t('reserve.day'), of.day],
        ]}
      />
    );
  }
  return (
    <Facts
      of={[
        [t('reserve.address'), <Code key="address" text={of.address} />],
        [t('reserve.amount'), amount],
        [t('reserve.block'), of.block],
      ]}
    />
  );
};

const keyOf = (of: Reserve): string =>
  of.kind === 'address' ? of.address : of.kind === 'statement' ? of.name : of.currency;

/** A published snapshot. */
export const SnapshotDetail = ({ of }: { of: LiabilitySnapshot }) => {
  const t = useT();
  const { money, when } = useFormats();
  return (
    <>
      <Facts
        of={[
          [t('liability.at'), when(of.at)],
          [t('liability.available'), money(of.owed.available)],
          [t('liability.held'), money(of.owed.held)],
          [t('liability.openBets'), money(of.owed.openBets)],
          [t('liability.members'), money(String(of.members))],
          [t('liability.leaves'), money(String(of.size))],
          [t('liability.by'), of.madeBy?.account ?? t('liability.daily')],
          [t('liability.root'), <Code key="root" text={of.root} />],
          [t('liability.id'), <Code key="id" text={of.id} />],
        ]}
      />
      <Section title={t('liability.reserves')}>
        {of.reserves.map((reserve) => (
          <ReserveFacts key={keyOf(reserve)} of={reserve} />
        ))}
      </Section>
    </>
  );
};
