import { Suspense, useState } from 'react';
import type { Banner } from '@touchline/contract/shapes/inbox';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { BannerSlide } from './banner-slide.tsx';
import styles from './index.module.css';

const BannerSwiper = lazyPart(async () => (await import('./banner-swiper.tsx')).BannerSwiper, {
  late: true,
});

/** The banners: the first at once, the carousel when they come into sight; nothing where there are none. */
export const Banners = ({ banners }: { banners: readonly Banner[] }) => {
  const [isInSight, setInSight] = useState(false);
  const [first] = banners;
  if (first === undefined) return null;
  const still = (
    <div
      className={styles.waiting}
      data-several={banners.length > 1}
      ref={(element) => whenInSight(element, () => setInSight(true))}
    >
      <BannerSlide banner={first} />
    </div>
  );
  if (!isInSight) return still;
  return (
    <Suspense fallback={still}>
      <BannerSwiper banners={banners} />
    </Suspense>
  );
};

/** Calls back once when an element is in sight; returns the way to stop. */
const whenInSight = (element: HTMLElement | null, work: () => void): (() => void) | undefined => {
  if (element === null) return undefined;
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) work();
  });
  observer.observe(element);
  return () => observer.disconnect();
};
