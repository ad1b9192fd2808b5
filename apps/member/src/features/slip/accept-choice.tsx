import { useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './accept-choice.module.css';
import type { Accept } from './price-change.ts';
import { dispatchSlip } from './slip-store.ts';

const choices = ['none', 'better', 'any'] as const satisfies readonly Accept[];
const isChoice = (value: string): value is Accept => choices.some((choice) => choice === value);

/** What to do when the price moves on the way; kept for the next bet. */
export const AcceptChoice = ({ value, disabled }: { value: Accept; disabled: boolean }) => {
  const t = useT();
  return (
    <label className={styles.choice}>
      <span>{t('slip.ifMoved')}</span>
      <span className={styles.value}>
        <select
          className={styles.select}
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            if (isChoice(target.value)) dispatchSlip({ type: 'accept', accept: target.value });
          }}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {t(`slip.accept.${choice}`)}
            </option>
          ))}
        </select>
        <Icon name="down" size="small" />
      </span>
    </label>
  );
};
