import { formatDecimal } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { PadKey } from './keypad.ts';
import { decimalMark } from './stake-text.ts';
import styles from './stake-pad.module.css';

const rows = [
  { digits: ['1', '2', '3'], units: 5 },
  { digits: ['4', '5', '6'], units: 20 },
  { digits: ['7', '8', '9'], units: 50 },
] as const;

type Props = { scale: number; disabled: boolean; onKey: (key: PadKey) => void };

/** The slip's own number pad with quick stakes, so that no system keyboard covers the sheet. Never mirrored. */
export const StakePad = ({ scale, disabled, onKey }: Props) => {
  const t = useT();
  const lan = currentLan();
  const digit = (name: string) => (
    <button key={name} type="button" onClick={() => onKey({ kind: 'digit', digit: name })}>
      {name}
    </button>
  );
  return (
    <fieldset className={`figures ${styles.pad}`} dir="ltr" disabled={disabled}>
      <legend className="visually-hidden">{t('slip.pad')}</legend>
      {rows.map(({ digits, units }) => [
        ...digits.map(digit),
        <button
          key={`+${units}`}
          type="button"
          className={styles.quick}
          aria-label={t('slip.add', { amount: units })}
          onClick={() => onKey({ kind: 'add', units })}
        >
          +{formatDecimal(String(units), lan)}
        </button>,
      ])}
      <button
        type="button"
        aria-label={t('slip.point')}
        disabled={scale === 0}
        onClick={() => onKey({ kind: 'point' })}
      >
        {decimalMark(lan)}
      </button>
      {digit('0')}
      <button type="button" aria-label={t('slip.back')} onClick={() => onKey({ kind: 'back' })}>
        <Icon name="backspace" />
      </button>
      <button type="button" className={styles.quick} onClick={() => onKey({ kind: 'clear' })}>
        {t('common.clear')}
      </button>
    </fieldset>
  );
};
