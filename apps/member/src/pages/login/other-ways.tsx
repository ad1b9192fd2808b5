import { Link } from '@tanstack/react-router';
import type { Session } from '@touchline/contract/shapes/user';
import { useState } from 'react';
import { failureText } from '../../api/call.ts';
import { canPasskeys, isGivenUp } from '@touchline/kit/passkeys';
import { signInByPasskey } from '../../features/account/passkeys.ts';
import { useT } from '../../state/i18n.tsx';
import { Actions } from '../../ui/actions.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';

/** Signing in without a password: by a code, or by a passkey where the browser can. */
export const OtherWays = ({
  to,
  onEnter,
}: {
  to: string | undefined;
  onEnter: (session: Session) => void;
}) => {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const byPasskey = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      onEnter(await signInByPasskey());
    } catch (error) {
      if (!isGivenUp(error)) setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <FormFailure message={failure} />
      <Actions>
        <Link to="/pages/login/code" search={to === undefined ? {} : { to }} className={buttonClass('quiet')}>
          {t('login.byCode')}
        </Link>
        {canPasskeys() && (
          <Button tone="quiet" busy={busy} onClick={() => void byPasskey()}>
            {t('login.byPasskey')}
          </Button>
        )}
      </Actions>
    </>
  );
};
