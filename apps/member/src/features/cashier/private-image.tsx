import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/call.ts';
import { useT } from '../../shell/i18n.tsx';
import { BlobImage } from './blob-image.tsx';
import styles from './image-field.module.css';

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
