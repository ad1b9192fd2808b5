import { formatDecimal } from '@touchline/locales/format';
import { type KeyboardEvent as KeyPress, useEffect, useRef, useState } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { decimalMark, keyOfKeyboard, type PadKey } from './keypad.ts';
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
  /** Keys that write a whole amount, one for each row of digits. */
  fill?: FillKeys;
  onKey: (key: PadKey) => void;
};

export type FillKeys = readonly [FillKey | undefined, FillKey | undefined, FillKey | undefined];

/** A key that writes an amount: its label for screen readers, and its text where that is shorter; `again` for one typed before. */
type FillKey = { label: string; face?: string; again?: boolean; amount: string };

/** The key that an arrow moves to: along the row, or the nearest one of the row above or below. */
const neighbour = (keys: readonly HTMLElement[], at: number, arrow: string): HTMLElement | undefined => {
  if (arrow === 'ArrowLeft') return keys[at - 1];
  if (arrow === 'ArrowRight') return keys[at + 1];
  const from = keys[at]?.getBoundingClientRect();
  if (from === undefined) return undefined;
  const rest = arrow === 'ArrowUp' ? keys.slice(0, at).toReversed() : keys.slice(at + 1);
  return rest.find((key) => {
    const { top, left, right } = key.getBoundingClientRect();
    const middle = from.left + from.width / 2;
    return Math.abs(top - from.top) > 1 && left <= middle && middle <= right;
  });
};

const keysOf = (pad: HTMLElement | null): HTMLElement[] => [...(pad?.querySelectorAll('button') ?? [])];

const focusedIn = (pad: HTMLElement | null): number =>
  keysOf(pad).findIndex((key) => key === document.activeElement);

/**
 * The app's own number pad with quick amounts, so that no system keyboard covers the sheet. Never mirrored. One stop for
 * Tab: arrow keys move over it.
 */
export const NumberPad = ({ scale, disabled, quick, fill, onKey }: Props) => {
  const t = useT();
  const lan = currentLan();
  const pad = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState(0);

  useEffect(() => {
    keysOf(pad.current).forEach((key, at) => {
      key.tabIndex = at === stop ? 0 : -1;
    });
  }, [stop]);

  const onKeyDown = (event: KeyPress) => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    neighbour(keysOf(pad.current), focusedIn(pad.current), event.key)?.focus();
  };

  const digit = (name: string) => (
    <button key={name} type="button" onClick={() => onKey({ kind: 'digit', digit: name })}>
      {name}
    </button>
  );
  const add = (units: number, row: number) => (
    <button
      key={`+${units}`}
      type="button"
      className={fill?.[row] === undefined ? `${styles.quick} ${styles.wide}` : styles.quick}
      aria-label={t('slip.add', { amount: units })}
      onClick={() => onKey({ kind: 'add', units })}
    >
      +{formatDecimal(String(units), lan)}
    </button>
  );
  const write = (key: FillKey | undefined) =>
    key !== undefined && (
      <button
        key={key.label}
        type="button"
        className={styles.quick}
        aria-label={key.face === undefined ? undefined : key.label}
        onClick={() => onKey({ kind: 'write', amount: key.amount })}
      >
        {key.again === true && <Icon name="undo" size="small" />}
        {key.face ?? key.label}
      </button>
    );
  return (
    // Arrow keys are those of its buttons, which hand them on.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={`figures ${styles.pad}`}
      data-fill={fill !== undefined}
      dir="ltr"
      disabled={disabled}
      ref={pad}
      onKeyDown={onKeyDown}
      onFocus={() => setStop(focusedIn(pad.current))}
    >
      <legend className="visually-hidden">{t('slip.pad')}</legend>
      {digitRows.map((digits, row) => [...digits.map(digit), add(quick[row] ?? 0, row), write(fill?.[row])])}
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
      <button
        type="button"
        className={`${styles.quick} ${styles.wide}`}
        onClick={() => onKey({ kind: 'clear' })}
      >
        {t('common.clear')}
      </button>
    </fieldset>
  );
};

/** Inputs that are tapped, not typed into. */
const tapped: ReadonlySet<string> = new Set(['radio', 'checkbox', 'button', 'submit']);

const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !tapped.has(target.type)) ||
  target instanceof HTMLTextAreaElement;

/** Hands over what a physical keyboard types for the number pad, while `active`; fields keep their own keys. */
export const useTyping = (active: boolean, onKey: (key: PadKey) => void): void => {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || hasOwnKeys(event.target)) return;
      const key = keyOfKeyboard(event.key);
      if (key === undefined) return;
      event.preventDefault();
      latest.current(key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active]);
};
