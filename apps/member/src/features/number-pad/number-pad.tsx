import { formatDecimal } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { PadKey } from './keypad.ts';
import { decimalMark } from './typed-text.ts';
import styles from './number-pad.module.css';

const digitRows = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
] as const;

type Props = {
  scale: number;
  disabled: boolean;
  /** Whole units that one tap adds, one for each row of digits. */
  quick: readonly [number, number, number];
  onKey: (key: PadKey) => void;
};

/** The app's own number pad with quick amounts, so that no system keyboard covers the sheet. Never mirrored. */
export const NumberPad = ({ scale, disabled, quick, onKey }: Props) => {
  const t = useT();
  const lan = currentLan();
  const digit = (name: string) => (
    <button key={name} type="button" onClick={() => onKey({ kind: 'digit', digit: name })}>
      {name}
    </button>
  );
  const add = (units: number) => (
    <button
      key={`+${units}`}
      type="button"
      className={styles.quick}
      aria-label={t('slip.add', { amount: units })}
      onClick={() => onKey({ kind: 'add', units })}
    >
      +{formatDecimal(String(units), lan)}
    </button>
  );
  return (
    <fieldset className={`figures ${styles.pad}`} dir="ltr" disabled={disabled}>
      <legend className="visually-hidden">{t('slip.pad')}</legend>
      {digitRows.map((digits, row) => [...digits.map(digit), add(quick[row] ?? 0)])}
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
