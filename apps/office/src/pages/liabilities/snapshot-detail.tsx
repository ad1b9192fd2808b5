import type { LiabilitySnapshot, Reserve } from '@touchline/contract/shapes/liabilities';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './liabilities.module.css';

/** What there was against what was owed. */
const ReserveFacts = ({ of }: { of: Reserve }) => {
  const t = useT();
  const { money, signed } = useFormats();
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
};

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
          [
            t('liability.root'),
            <code key="root" className={styles.code}>
              {of.root}
            </code>,
          ],
          [
            t('liability.id'),
            <code key="id" className={styles.code}>
              {of.id}
            </code>,
          ],
        ]}
      />
      <Section title={t('liability.reserves')}>
        {of.reserves.map((reserve) => (
          <ReserveFacts key={reserve.kind} of={reserve} />
        ))}
      </Section>
    </>
  );
};
