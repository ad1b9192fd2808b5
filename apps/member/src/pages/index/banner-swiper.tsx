import autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState } from 'react';
import type { Banner } from '@touchline/contract/shapes/inbox';
import { limits } from '@touchline/contract/limits';
import { localeOf } from '@touchline/locales/locales';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { BannerSlide } from './banner-slide.tsx';
import styles from './index.module.css';

/** In the carousel's own measure: a turn has come within a pixel of its end after some 26 ms for each of it. */
const turnDuration = Math.round(limits.swiperDurationMs / 26);

type Carousel = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>;

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What the house shows on home, one after the other. It stops under a finger or the focus, and for good by its button. */
export const BannerSwiper = ({ banners }: { banners: readonly Banner[] }) => {
  const t = useT();
  const [still] = useState(isStill);
  const [isPaused, setPaused] = useState(still);
  const [view, carousel] = useEmblaCarousel(
    { loop: true, direction: localeOf(currentLan()).dir, duration: still ? 0 : turnDuration },
    isPaused
      ? []
      : [
          autoplay({
            delay: limits.swiperIntervalMs,
            jump: still,
            stopOnInteraction: false,
            stopOnMouseEnter: true,
          }),
        ],
  );
  const selected = useSelected(carousel);
  return (
    <section className={styles.swiper} aria-label={t('banner.label')}>
      <div className={styles.view} ref={view}>
        <ul className={styles.slides}>
          {banners.map((banner, at) => (
            <li key={banner.id} className={styles.slide} inert={at !== selected}>
              <BannerSlide banner={banner} />
            </li>
          ))}
        </ul>
      </div>
      {banners.length > 1 && (
        <div className={styles.controls}>
          <div className={styles.dots}>
            {banners.map((banner, at) => (
              <button
                key={banner.id}
                type="button"
                className={styles.dot}
                aria-label={t('banner.place', { n: at + 1, count: banners.length })}
                aria-current={at === selected}
                onClick={() => carousel?.scrollTo(at)}
              />
            ))}
          </div>
          <IconButton
            label={t(isPaused ? 'banner.play' : 'banner.pause')}
            icon={{ name: isPaused ? 'play' : 'pause', size: 'small' }}
            onClick={() => setPaused(!isPaused)}
          />
        </div>
      )}
    </section>
  );
};

/** Which slide is in the middle. */
const useSelected = (carousel: Carousel | undefined): number => {
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    if (carousel === undefined) return undefined;
    const follow = () => setSelected(carousel.selectedScrollSnap());
    carousel.on('select', follow).on('reInit', follow);
    return () => void carousel.off('select', follow).off('reInit', follow);
  }, [carousel]);
  return selected;
};
