import type { Bet } from '@touchline/contract/shapes/bet';
import { useT } from '../../shell/i18n.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CashOutForm } from './cash-out-form.tsx';

type Props = { bet: Bet; open: boolean; onClose: () => void };

/** Selling an open bet, over the page. */
export const CashOutSheet = ({ bet, open, onClose }: Props) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('cashOut.title')}>
      {open && <CashOutForm bet={bet} onClose={onClose} />}
    </Sheet>
  );
};
