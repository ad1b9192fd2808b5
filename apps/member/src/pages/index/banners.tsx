import { Suspense } from 'react';
import type { Banner } from '@touchline/contract/shapes/inbox';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { BannerSlide } from './banner-slide.tsx';
import styles from './banner-swiper.module.css';

const BannerSwiper = lazyPart(async () => (await import('./banner-swiper.tsx')).BannerSwiper);

/** The banners: the first at once, the carousel after the page has been shown; nothing where there are none. */
export const Banners = ({ banners }: { banners: readonly Banner[] }) => {
  const [first] = banners;
  if (first === undefined) return null;
  return (
    <Suspense
      fallback={
        <div className={styles.waiting} data-several={banners.length > 1}>
          <BannerSlide banner={first} />
        </div>
      }
    >
      <BannerSwiper banners={banners} />
    </Suspense>
  );
};
