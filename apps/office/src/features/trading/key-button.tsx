import { Button, Kbd } from '@mantine/core';
import { useShortcut } from '../../lib/shortcuts.ts';
import styles from './trading.module.css';

/** A button that a key presses too. */
export const KeyButton = ({
  keys,
  text,
  harm = false,
  isMain = false,
  onPress,
}: {
  keys: string;
  text: string;
  harm?: boolean;
  isMain?: boolean;
  onPress: () => void;
}) => {
  useShortcut(keys, text, onPress);
  return (
    <Button
      variant={harm ? 'danger' : isMain ? 'filled' : 'default'}
      onClick={onPress}
      rightSection={
        <Kbd size="xs" className={styles.key} aria-hidden>
          {keys}
        </Kbd>
      }
    >
      {text}
    </Button>
  );
};
