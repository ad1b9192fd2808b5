import { Failure, Skeleton } from './notices.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { image } from '../lib/call.ts';
import styles from './ui.module.css';

/** An image that a member sent for review: fetched with the operator's own token, shown whole, larger in a new tab. */
export const PrivateImage = ({ member, id, name }: { member: string; id: string; name: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['image', member, id],
    queryFn: ({ signal }) => image({ member, id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const link = useRef<HTMLAnchorElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (data === undefined || link.current === null || picture.current === null) return undefined;
    const url = URL.createObjectURL(data);
    link.current.href = url;
    picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [data]);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} />;
  return (
    <a ref={link} href="." target="_blank" rel="noreferrer" className={styles.imageLink}>
      <img ref={picture} alt={name} className={styles.image} />
    </a>
  );
};
