import { Suspense, useState } from 'react';
import { useRestriction } from '../play/use-restriction.ts';
import { useUser } from '../../lib/user.ts';
import { IconButton } from '../../ui/button.tsx';
import { useT } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';

// Safer play on every page; what it consists of is fetched after the page itself.
const NetSheet = lazyPart(async () => (await import('../play/net-sheet.tsx')).NetSheet);
const MemberWatch = lazyPart(async () => (await import('./watch.tsx')).MemberWatch, { late: true });
const Banner = lazyPart(async () => (await import('../play/restriction-banner.tsx')).RestrictionBanner);

/** Time, stakes and net position, one tap from every page of a member. */
export const PlayButton = () => {
  const t = useT();
  const user = useUser();
  // `undefined` until the first tap: nothing is fetched before.
  const [open, setOpen] = useState<boolean>();
  if (user === undefined) return null;
  return (
    <>
      <IconButton label={t('shell.net')} icon={{ name: 'clock' }} onClick={() => setOpen(true)} />
      {open !== undefined && (
        <Suspense>
          <NetSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Watches over the time a member plays, and interrupts when it is due; and over what the house has signed. */
export const PlayWatch = () =>
  useUser() !== undefined && (
    <Suspense>
      <MemberWatch />
    </Suspense>
  );

/** Says on every page of a restricted member what is closed, until when, and what is not. */
export const RestrictionNote = () =>
  useRestriction() !== undefined && (
    <Suspense>
      <Banner />
    </Suspense>
  );
