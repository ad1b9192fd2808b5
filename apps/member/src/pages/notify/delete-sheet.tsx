import type { NoticeBox } from '@touchline/contract/kinds';
import { useAction } from '../../lib/use-action.ts';
import { useT } from '../../lib/i18n.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { deleteNotices } from './notices.ts';

/** What shall be deleted: one message, or all of a box that were read. */
export type Deletion = { id?: string };

type Props = { box: NoticeBox; asked: Deletion | undefined; onClose: () => void };

/** Asks once before messages are deleted. */
export const DeleteSheet = ({ box, asked, onClose }: Props) => {
  const t = useT();
  const { busy, failure, run, forget } = useAction();
  const close = (): void => {
    forget();
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (await run(() => deleteNotices(box, asked?.id))) close();
  };
  const isOne = asked?.id !== undefined;
  return (
    <ConfirmSheet
      open={asked !== undefined}
      title={t(isOne ? 'inbox.deleteTitle' : 'inbox.deleteReadTitle')}
      text={t(isOne ? 'inbox.deleteText' : 'inbox.deleteReadText')}
      confirm={t('inbox.delete')}
      danger
      busy={busy}
      failure={failure}
      onConfirm={() => void confirm()}
      onCancel={close}
    />
  );
};
