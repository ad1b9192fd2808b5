import { Suspense } from 'react';
import type { Banner } from '@touchline/contract/shapes/inbox';
import { lazyPart } from '../../shell/lazy-part.tsx';
import styles from './banner-swiper.module.css';

const BannerSwiper = lazyPart(async () => (await import('./banner-swiper.tsx')).BannerSwiper);

/** The banners, whose carousel comes after the page has been shown; nothing where there are none. */
export const Banners = ({ banners }: { banners: readonly Banner[] }) => {
  if (banners.length === 0) return null;
  return (
    <Suspense
      fallback={<div className={styles.waiting} data-several={banners.length > 1} aria-hidden="true" />}
    >
      <BannerSwiper banners={banners} />
    </Suspense>
  );
};
