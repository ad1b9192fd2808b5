import { useT } from '../../shell/i18n.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import type { Accept } from './price-change.ts';
import { dispatchSlip } from './slip-store.ts';

const choices = ['none', 'better', 'any'] as const satisfies readonly Accept[];

/** What to do when the price moves on the way; kept for the next bet. */
export const AcceptChoice = ({ value, disabled }: { value: Accept; disabled: boolean }) => {
  const t = useT();
  return (
    <SelectBox
      label={t('slip.ifMoved')}
      value={value}
      disabled={disabled}
      options={choices.map((choice) => ({ value: choice, label: t(`slip.accept.${choice}`) }))}
      onChange={(accept) => dispatchSlip({ type: 'accept', accept })}
    />
  );
};
