import { useEffect, useState } from 'react';
import styles from './image-field.module.css';

/** An image held in memory. Give it a `key` of its own for every image. */
export const BlobImage = ({ blob, alt }: { blob: Blob; alt: string }) => {
  const [url] = useState(() => URL.createObjectURL(blob));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img className={styles.image} src={url} alt={alt} />;
};
