import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { useT } from '../state/i18n.tsx';
import { useUser } from '../state/use-user.ts';
import styles from './navigation-bar.module.css';
import { PlayButton } from './play-watch.tsx';
import { Wordmark } from './wordmark.tsx';

type Props = {
  title: string;
  brand: boolean;
  back: boolean;
  action: ReactNode;
  headingRef: Ref<HTMLHeadingElement>;
};

/** Title, way back and at most one action. */
export const NavigationBar = ({ title, brand, back, action, headingRef }: Props) => (
  <header className={styles.bar} data-brand={brand}>
    {!brand && <div className={styles.start}>{back && <BackButton />}</div>}
    <h1 className={styles.title} tabIndex={-1} ref={headingRef}>
      {brand ? (
        <>
          <Wordmark />
          <span className="visually-hidden">{title}</span>
        </>
      ) : (
        title
      )}
    </h1>
    <div className={styles.end}>
      {action}
      <PlayButton />
    </div>
  </header>
);

const BackButton = () => {
  const t = useT();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  // A page opened by its address has nothing behind it but home; for a visitor that is the matches.
  const home = useUser() === undefined ? '/pages/invest/invest' : '/';
  const goBack = () =>
    canGoBack ? router.history.back() : void router.navigate({ to: home, search: {}, replace: true });
  return <IconButton label={t('common.back')} icon={{ name: 'back', flips: true }} onClick={goBack} />;
};
