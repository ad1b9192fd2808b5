import { Link, useRouter } from '@tanstack/react-router';
import { useT } from '../../state/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import styles from './sign-in-to-bet.module.css';
import { openAfterSignIn } from './slip-store.ts';

/** For visitors, in place of the button that places: links to sign in and to register, which lead back to the slip as it is. */
export const SignInToBet = () => {
  const t = useT();
  const { href } = useRouter().state.location;
  const search = { to: href };
  return (
    <div className={styles.ways}>
      <Link to="/pages/login/login" search={search} className={buttonClass()} onClick={openAfterSignIn}>
        {t('slip.signIn')}
      </Link>
      <Link
        to="/pages/login/signup"
        search={search}
        className={buttonClass('quiet')}
        onClick={openAfterSignIn}
      >
        {t('login.toSignup')}
      </Link>
      <p className={styles.note}>{t('slip.kept')}</p>
    </div>
  );
};
