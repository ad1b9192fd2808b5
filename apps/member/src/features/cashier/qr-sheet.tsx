import { saveFile } from '@touchline/kit/save-file';
import { useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../lib/toasts.ts';
import { qrOf } from './qr-image.tsx';

/** Pixels of a module, so that the picture is sharp on paper too. */
const modulePx = 12;

/** A text as QR code in a PNG file. Rejects where the browser cannot draw. */
const qrPng = async (text: string): Promise<File> => {
  const { size, data } = qrOf(text);
  const canvas = document.createElement('canvas');
  canvas.width = size * modulePx;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * modulePx, y * modulePx, modulePx, modulePx);
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('the picture could not be made');
  return new File([blob], 'touchline-qr.png', { type: 'image/png' });
};

const share = async (file: File): Promise<void> => {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    // Cancelling is no failure; after any other error the picture can still be saved.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(file);
  }
};

const canShareFiles = (): boolean =>
  'canShare' in navigator &&
  navigator.canShare({ files: [new File([], 'touchline-qr.png', { type: 'image/png' })] });

type Props = { text: string; open: boolean; onClose: () => void };

/** What can be done with a QR code other than scanning it: keeping it as a picture, or handing it to another app. */
export const QrSheet = ({ text, open, onClose }: Props) => {
  const t = useT();
  const withPicture = async (work: (file: File) => unknown): Promise<void> => {
    onClose();
    try {
      await work(await qrPng(text));
    } catch {
      showToast(t('image.failed'));
    }
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('image.actions')}>
      <Card flush>
        <ListRow icon="download" label={t('image.save')} onClick={() => void withPicture(saveFile)} />
        {canShareFiles() && (
          <ListRow icon="upTo" label={t('image.share')} onClick={() => void withPicture(share)} />
        )}
      </Card>
    </Sheet>
  );
};
