import { useState } from 'react';
import type { NoticeBox } from '@touchline/contract/kinds';
import { useT } from '../../state/i18n.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { deleteNotices } from './notices.ts';

/** What shall be deleted: one message, or all of a box that were read. */
export type Asked = { id?: string };

type Props = { box: NoticeBox; asked: Asked | undefined; onClose: () => void };

/** Asks once before messages are deleted. */
export const DeleteSheet = ({ box, asked, onClose }: Props) => {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    // The call has shown its failure already.
    await deleteNotices(box, asked?.id).catch(() => undefined);
    setBusy(false);
    onClose();
  };
  const isOne = asked?.id !== undefined;
  return (
    <ConfirmSheet
      open={asked !== undefined}
      title={t(isOne ? 'inbox.deleteTitle' : 'inbox.deleteReadTitle')}
      text={t(isOne ? 'inbox.deleteText' : 'inbox.deleteReadText')}
      confirm={t('inbox.delete')}
      danger
      busy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
};
