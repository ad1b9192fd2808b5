import type { ReactNode } from 'react';
import type { Banner } from '@touchline/contract/shapes/inbox';
import { TargetLink, pictureOf, targetOf } from '../../features/links/target.tsx';
import styles from './index.module.css';

/** A picture of the house, or its words on a colour; with a link where it leads somewhere. */
export const BannerSlide = ({ banner }: { banner: Banner }) => {
  const picture = pictureOf(banner.image);
  const target = targetOf(banner.link);
  const frame = (children: ReactNode) =>
    target === undefined ? (
      <div className={styles.frame}>{children}</div>
    ) : (
      <TargetLink to={target} className={styles.frame} draggable={false}>
        {children}
      </TargetLink>
    );
  if (picture !== undefined) {
    return frame(
      <img className={styles.picture} src={picture} alt={banner.alt ?? banner.title} draggable={false} />,
    );
  }
  return frame(
    <div className={styles.bannerSlideWords} data-tone={banner.tone} dir="auto">
      <p className={styles.bannerSlideTitle}>{banner.title}</p>
      {banner.body !== undefined && banner.body !== '' && <p className={styles.body}>{banner.body}</p>}
    </div>,
  );
};
