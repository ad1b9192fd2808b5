import { Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { Note } from './notices.tsx';
import styles from './ui.module.css';

/** A password that is shown once: to read, and to copy. */
export const Secret = ({ text, hint }: { text: string; hint: string }) => {
  const t = useT();
  const [copied, setCopied] = useState(false);
  // Pages without https have no clipboard: there the text is selected by hand.
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className={styles.secret}>
      <div className={styles.row}>
        <code className={styles.text}>{text}</code>
        {'clipboard' in navigator && (
          <Button variant="default" onClick={() => void copy().catch(() => undefined)}>
            {copied ? t('secret.copied') : t('secret.copy')}
          </Button>
        )}
      </div>
      <Note>{hint}</Note>
    </div>
  );
};
