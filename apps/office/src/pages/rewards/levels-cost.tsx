import type { RewardOverview } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../api/site.ts';
import { currentLan, useT } from '../../shell/i18n.ts';
import { Figures } from '../growth/figures.tsx';
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
          [t('reward.feesSaved', { currency }), money(of.fees)],
          [t('reward.feesLower'), formatCount(of.withdrawals, { lan: currentLan() })],
          [t('reward.checkInExtra', { currency }), money(of.checkIns)],
        ]}
      />
      <p className={styles.hint}>{t('reward.levelsHint')}</p>
      {withdrawals + checkIns > 0 && (
        <p className={styles.hint}>{t('reward.levelsUnknown', { withdrawals, checkIns })}</p>
      )}
    </>
  );
};
