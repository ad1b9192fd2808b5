import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '@touchline/locales/format';
import { useEffect, useId, useReducer, useState } from 'react';
import type { UploadedImage } from '@touchline/client/transport';
import { sendForm } from '@touchline/kit/send-form';
import { client, failureText } from '../../lib/call.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/skeleton.tsx';
import { imageTypes, uploadReducer, type UploadState } from './upload-state.ts';
import styles from './cashier.module.css';

/** An image held in memory. Give it a different `key` for every image. */
const BlobImage = ({ blob, alt }: { blob: Blob; alt: string }) => {
  const [url] = useState(() => URL.createObjectURL(blob));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img className={styles.image} src={url} alt={alt} />;
};

type Props = {
  purpose: 'voucher' | 'identity';
  /** What the button says before there is an image. */
  choose: string;
  /** Said when the image has been taken. */
  done: string;
  /** The image is shown in another place once it has been taken. */
  isKept?: boolean;
  /** What happens with the image that was taken; what it throws is shown as the reason why not. */
  onUploaded: (image: UploadedImage) => Promise<void>;
};

/**
 * Sends an image. Shows no toast: the caller shows progress and failure in its own place.
 * @param onProgress called with the share that has been sent, from 0 to 1
 * @throws CallError, such as `upload_type` or `upload_size`
 */
const uploadImage = async (
  file: File,
  purpose: 'voucher' | 'identity',
  onProgress: (share: number) => void,
): Promise<UploadedImage> => {
  const form = new FormData();
  // Fields before the file, so that a server that reads as it comes knows what it is for.
  form.set('purpose', purpose);
  form.set('file', file);
  return client.upload(form, (url, init) => sendForm(url, init, onProgress));
};

/** An image to hand in: chosen or taken with the camera, shown, sent, and tried again if that failed. */
export const ImageField = ({ purpose, choose, done, isKept = false, onUploaded }: Props) => {
  const t = useT();
  const id = useId();
  const [state, dispatch] = useReducer(uploadReducer, { phase: 'empty' });
  const [share, setShare] = useState(0);
  const file = 'file' in state && !(isKept && state.phase === 'done') ? state.file : undefined;

  const send = async (chosen: File): Promise<void> => {
    try {
      setShare(0);
      await onUploaded(await uploadImage(chosen, purpose, setShare));
      dispatch({ type: 'done', file: chosen });
    } catch (error) {
      dispatch({ type: 'failed', file: chosen, text: failureText(error) });
    }
  };
  const pick = (chosen: File): void => {
    const action = { type: 'pick', file: chosen } as const;
    dispatch(action);
    if (uploadReducer(state, action).phase === 'sending') void send(chosen);
  };
  const again = (chosen: File): void => {
    dispatch({ type: 'again' });
    void send(chosen);
  };

  const isSending = state.phase === 'sending';
  return (
    <div className={styles.field}>
      {file !== undefined && <Preview file={file} isSending={isSending} share={share} />}
      <Status state={state} done={done} />
      {state.phase === 'failed' && (
        <Button tone="quiet" onClick={() => again(state.file)}>
          {t('common.retry')}
        </Button>
      )}
      <label htmlFor={id} className={`${buttonClass('quiet')} ${styles.choose}`} data-disabled={isSending}>
        <Icon name="image" size="small" />
        {file === undefined ? choose : t('cashier.otherImage')}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept={imageTypes.join(',')}
          // Not disabled: it would lose the focus.
          aria-disabled={isSending || undefined}
          onClick={(event) => {
            if (isSending) event.preventDefault();
          }}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            // The same file can be chosen again.
            target.value = '';
            if (chosen !== undefined) pick(chosen);
          }}
        />
      </label>
    </div>
  );
};

const Status = ({ state, done }: { state: UploadState; done: string }) => {
  const t = useT();
  const text = () => {
    if (state.phase === 'unfit') return t(`cashier.image.${state.problem}`);
    if (state.phase === 'failed') return state.text;
    if (state.phase === 'sending') return t('cashier.image.sending');
    return state.phase === 'done' ? done : undefined;
  };
  return (
    <output className={styles.status} data-phase={state.phase}>
      {text()}
    </output>
  );
};

/** The chosen file as it looks, before anyone else has seen it. */
const Preview = ({ file, isSending, share }: { file: File; isSending: boolean; share: number }) => {
  const t = useT();
  const percent = formatPercent(String(Math.floor(share * 100)), { lan: currentLan() });
  return (
    <div className={styles.preview} aria-busy={isSending}>
      <BlobImage
        key={`${file.name} ${file.lastModified} ${file.size}`}
        blob={file}
        alt={t('cashier.image.preview')}
      />
      {isSending && (
        <span className={styles.over}>
          {share < 1 ? (
            <progress
              className={styles.progress}
              value={share}
              aria-label={t('cashier.image.progress', { percent })}
            />
          ) : (
            <Spinner />
          )}
        </span>
      )}
    </div>
  );
};

/** An image only its owner may see: fetched with the token, shown from memory. */
export const PrivateImage = ({ url, alt }: { url: string; alt: string }) => {
  const t = useT();
  const { data, isError } = useQuery({
    queryKey: ['image', url],
    queryFn: ({ signal }) => client.image(url, signal),
    // It never changes: another image has another address.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={styles.preview}>
      {data !== undefined && <BlobImage key={url} blob={data} alt={alt} />}
      {isError && <p className={styles.status}>{t('cashier.image.unseen')}</p>}
    </div>
  );
};
