import { useEffect, useRef, useState } from 'react';
import { limits } from '@touchline/contract/limits';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './filters.module.css';

/** How long a pause ends a word. */
const pauseMs = 300;

type Props = {
  value: string;
  placeholder: string;
  /** Takes the focus when it appears: it was asked for. */
  takesFocus?: boolean;
  onChange: (value: string) => void;
  /** Called instead of `onChange` when Enter is pressed. */
  onEnter?: (text: string) => void;
};

/** Searches by name; the list follows when the member stops typing. */
export const SearchField = ({ value, placeholder, takesFocus = false, onChange, onEnter }: Props) => {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  // Emptied from outside, by "show all".
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value === '') setText('');
  }
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => change.current(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  useEffect(() => {
    if (takesFocus && input.current?.value === '') input.current.focus();
  }, [takesFocus]);
  return (
    <label className={styles.field}>
      <span className="visually-hidden">{t('common.search')}</span>
      <Icon name="search" size="small" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        className={styles.input}
        placeholder={placeholder}
        maxLength={limits.searchMaxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || onEnter === undefined || text.trim() === '') return;
          setText(value);
          onEnter(text.trim());
        }}
      />
    </label>
  );
};
