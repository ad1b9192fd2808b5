import { type ComponentProps, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Actions, Button, type ButtonTone } from './button.tsx';
import styles from './ui.module.css';
import { FormFailure } from './form-failure.tsx';
import { Sheet } from './sheet.tsx';

type Props = {
  open: boolean;
  title: string;
  /** What follows from confirming. */
  text: string;
  /** The deed itself, as the button says it. */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  /** Why the last attempt failed. */
  failure?: string | undefined;
  /** The way out in other words, where "Cancel" would name the deed itself. */
  dismiss?: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks once before something that is not undone by a tap. */
export const ConfirmSheet = (props: Props) => {
  const {
    open,
    title,
    text,
    confirm,
    danger = false,
    busy = false,
    failure,
    dismiss,
    onConfirm,
    onCancel,
  } = props;
  const t = useT();
  return (
    <Sheet open={open} onClose={onCancel} busy={busy} title={title}>
      <p className={styles.confirmSheetText}>{text}</p>
      <FormFailure message={failure} />
      <Actions>
        <Button tone="quiet" disabled={busy} onClick={onCancel}>
          {dismiss ?? t('common.cancel')}
        </Button>
        <Button tone={danger ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Actions>
    </Sheet>
  );
};

type ConfirmButtonProps = Pick<
  ComponentProps<typeof ConfirmSheet>,
  'title' | 'text' | 'danger' | 'dismiss' | 'busy' | 'failure'
> & {
  /** Names the action, here and in the sheet. */
  label: string;
  tone: ButtonTone;
  /** Carries the action out. Gives whether it is done; otherwise the sheet stays open and shows `failure`. */
  onConfirm: () => Promise<boolean>;
  /** The sheet opens: what failed before is over. */
  onAsk: () => void;
};

/** A button whose action is confirmed first. */
export const ConfirmButton = ({ label, tone, onConfirm, onAsk, ...sheet }: ConfirmButtonProps) => {
  const [asking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    if (await onConfirm()) setAsking(false);
  };
  return (
    <>
      <Button
        tone={tone}
        data-confirms
        onClick={() => {
          onAsk();
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <ConfirmSheet
        {...sheet}
        open={asking}
        confirm={label}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
