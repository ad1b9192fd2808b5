import type { RewardOverview } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../api/site.ts';
import { currentLan, useT } from '../../shell/i18n.ts';
import { Figures } from '../../ui/figures.tsx';
import styles from '../growth/growth.module.css';

/** What VIP levels cost within the days: only what is on record, and how much is not. */
export const LevelsCost = ({ of }: { of: RewardOverview['cost']['levels'] }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { unknownWithdrawals: withdrawals, unknownCheckIns: checkIns } = of;
  return (
    <>
      <Figures
        of={[
          { name: t('reward.feesSaved', { currency }), value: money(of.fees) },
          { name: t('reward.feesLower'), value: formatCount(of.withdrawals, { lan: currentLan() }) },
          { name: t('reward.checkInExtra', { currency }), value: money(of.checkIns) },
        ]}
      />
      <p className={styles.hint}>{t('reward.levelsHint')}</p>
      {withdrawals + checkIns > 0 && (
        <p className={styles.hint}>{t('reward.levelsUnknown', { withdrawals, checkIns })}</p>
      )}
    </>
  );
};
