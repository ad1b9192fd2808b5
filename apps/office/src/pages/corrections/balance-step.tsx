import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';

/** What is available before and after a correction. */
export const BalanceStep = ({ before, after }: { before: string; after: string }) => {
  const t = useT();
  const { money, currency } = useFormats();
  return (
    <span>
      {t('correction.balanceStep', { before: money(before), after: `${money(after)} ${currency}` })}
    </span>
  );
};
