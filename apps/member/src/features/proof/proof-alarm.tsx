import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Banner, BannerLinks } from '../../ui/banner.tsx';
import { type ProofAlarm as Alarm, alarmStore } from './alarm-store.ts';
import { isProven } from './fact-name.ts';
import { ProofSheet } from './proof-sheet.tsx';
import styles from './proof.module.css';

/** Says that the automatic check of a receipt has failed, and leads to what is wrong. */
export const ProofAlarm = ({ alarm: { kind, id } }: { alarm: Alarm }) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (!isProven(kind) || kind === 'liabilities') return null;
  return (
    <div className={styles.alarm} role="alert">
      <Banner tone="red" icon="warning" label={t('proof.title')} title={t('proof.alarmTitle')}>
        <p>{t('proof.alarmText')}</p>
        <BannerLinks>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('proof.alarmOpen')}
          </button>
          <button type="button" onClick={() => alarmStore.write(undefined)}>
            {t('common.close')}
          </button>
        </BannerLinks>
      </Banner>
      <ProofSheet subject={{ kind, id }} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
};
