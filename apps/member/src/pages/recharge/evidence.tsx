import { Suspense, useState } from 'react';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import type { CallInput } from '@touchline/contract/routes';
import { ImageField, PrivateImage } from '../../features/cashier/image-field.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './recharge.module.css';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { call, type CallOptions } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { showRecharge } from '../../features/live/live-cache.ts';

const HashSheet = lazyPart(async () => (await import('./hash-sheet.tsx')).HashSheet);

/** What a member can add for a person to look at: an image of the transfer, and the transfer's hash. */
export const Evidence = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  // `undefined` until the first tap: the sheet is fetched then.
  const [asking, setAsking] = useState<boolean>();
  const { id, voucher, method } = recharge;
  return (
    <Card>
      <div className={styles.evidence}>
        <h2 className={styles.title}>{t('cashier.voucher')}</h2>
        <p className={styles.evidenceWords}>
          {t(method === 'usdt' ? 'cashier.voucherNote' : 'cashier.voucherNoteScan')}
        </p>
        {voucher !== undefined && <PrivateImage url={voucher.url} alt={t('cashier.voucher')} />}
        <ImageField
          purpose="voucher"
          isKept
          choose={t(voucher === undefined ? 'cashier.addVoucher' : 'cashier.replaceVoucher')}
          done={t('cashier.voucherAdded')}
          onUploaded={async (image) => {
            await updateRecharge({ id, voucher: image.id }, { mask: false, quiet: true });
          }}
        />
        {method === 'usdt' && (
          <>
            <Button tone="plain" onClick={() => setAsking(true)}>
              {t('cashier.enterHash')}
            </Button>
            {asking !== undefined && (
              <Suspense>
                <HashSheet
                  open={asking}
                  onClose={() => setAsking(false)}
                  onHash={(txHash) => updateRecharge({ id, txHash }, { mask: false, quiet: true })}
                />
              </Suspense>
            )}
          </>
        )}
      </div>
    </Card>
  );
};

/** Adds a voucher or a hash to a recharge, or cancels it, and shows what it is then. @throws CallError */
export const updateRecharge = async (
  change: CallInput<'updateRecharge'>,
  options: CallOptions = {},
): Promise<Recharge> => {
  try {
    const recharge = await call('updateRecharge', change, options);
    showRecharge(queryClient, recharge);
    return recharge;
  } catch (error) {
    // It may have moved in the meantime.
    void queryClient.invalidateQueries({ queryKey: ['rechargeList', { id: change.id }] });
    throw error;
  }
};
