import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { picturePath } from '@touchline/contract/paths';
import { formatPercent } from '@touchline/locales/format';
import { useEffect, useRef, useState } from 'react';
import type { UploadedImage } from '@touchline/client/transport';
import { sendForm } from '@touchline/kit/send-form';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/notices.tsx';
import { client } from '../../lib/call.ts';
import styles from './content.module.css';

/** Where a picture is seen: one that was just sent only here, until something saved shows it. */
const own = new Map<string, string>();
export const pictureUrl = (id: string): string => own.get(id) ?? picturePath.replace(':id', id);

/**
 * Sends a picture for something that will be published.
 * @param onProgress called with the share that has been sent, from 0 to 1
 * @throws CallError
 */
const sendPicture = (file: File, onProgress: (share: number) => void): Promise<UploadedImage> => {
  const form = new FormData();
  form.append('file', file);
  return client.upload(form, (url, init) => sendForm(url, init, onProgress));
};

/** Chooses and sends the picture of a banner or an activity, with its progress. */
export const PictureField = ({ image, onChange }: { image: string; onChange: (image: string) => void }) => {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLProgressElement>(null);
  const [part, setPart] = useState(0);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const sent = await sendPicture(file, setPart);
      own.set(sent.id, URL.createObjectURL(file));
      return sent.id;
    },
    onSuccess: onChange,
  });
  useEffect(() => {
    if (bar.current !== null) bar.current.value = part;
  }, [part]);
  return (
    <div className={styles.picture}>
      <span className={styles.label}>{t('content.picture')}</span>
      {send.isError && <Failure error={send.error} />}
      {image !== '' && <img className={styles.thumb} src={pictureUrl(image)} alt="" />}
      {send.isPending && (
        <label className={styles.progress}>
          <progress ref={bar} max={1} />
          <span>{formatPercent(String(Math.round(part * 100)), { lan: currentLan() })}</span>
        </label>
      )}
      <div className={styles.row}>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className={styles.file}
          aria-label={t('content.picture')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file === undefined) return;
            setPart(0);
            send.mutate(file);
          }}
        />
        <Button variant="default" loading={send.isPending} onClick={() => input.current?.click()}>
          {t(image === '' ? 'content.choosePicture' : 'content.otherPicture')}
        </Button>
        {image !== '' && (
          <Button variant="subtle" onClick={() => onChange('')}>
            {t('content.noPicture')}
          </Button>
        )}
      </div>
    </div>
  );
};
