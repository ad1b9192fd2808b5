import { useRouter } from '@tanstack/react-router';
import type { Session } from '@touchline/contract/shapes/user';
import { queryClient } from '../../lib/query.ts';
import { endedStore, signIn } from '../../lib/user.ts';

/** Only a page of this app may follow the sign-in. */
const isPage = (href: string | undefined): href is string =>
  href !== undefined && /^\/pages\/(?!login\/)/.test(href);

/** What follows a successful sign-in: the session is kept and the member goes to `to`, else home. */
export const useEnter = (to: string | undefined) => {
  const { history } = useRouter();
  return (session: Session): void => {
    queryClient.clear();
    const ended = endedStore.read();
    // The slip and a bet that waits for its answer are another member's.
    if (ended !== undefined && ended !== session.user.id) {
      void import('../../features/slip/slip-store.ts').then(({ clearSlip }) => clearSlip());
    }
    endedStore.write(undefined);
    signIn(session);
    history.replace(isPage(to) ? to : '/');
  };
};
