import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { PlayInfo } from '@touchline/contract/shapes/play';
import { call } from '../../lib/call.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { laterWhenSeen } from '../../lib/when-seen.ts';
import { useT } from '../../lib/i18n.tsx';
import { byServer } from '../../lib/server-clock.ts';
import { signOut } from '../../lib/user.ts';
import { Aloud } from '../../ui/aloud.tsx';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../lib/use-action.ts';
import { changePlay, usePlayInfo } from './play-info.ts';
import { waitUntil } from './figures.ts';
import styles from './play.module.css';
import { SessionFacts } from './session-facts.tsx';

/** How long after a time that has passed it is asked again. */
const againMs = 10_000;

/** Asks the server when a check is due, and interrupts when it says so; also when it refused a bet for it. */
export const RealityCheck = () => {
  const { data, refetch, dataUpdatedAt, errorUpdatedAt } = usePlayInfo();
  const { due = false, dueAt } = data?.reality ?? {};
  // Each answer and each failure sets the timer again: this clock may be ahead, or the network away.
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  useEffect(() => {
    const waitMs = due ? undefined : waitUntil(dueAt, byServer(Math.max(askedAt, Date.now())));
    if (waitMs === undefined) return undefined;
    // A little later than that: its clock decides, not this one.
    return laterWhenSeen(() => void refetch(), waitMs === 0 ? againMs : waitMs + 1_000);
  }, [due, dueAt, refetch, askedAt]);
  // A member who takes a break already is not interrupted.
  if (data === undefined || !due || data.restriction !== undefined) return null;
  return <RealityDialog reality={data.reality} />;
};

// No choice is emphasised, not even by the initial focus.
const takeFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

/** Time, stakes and net of this session, and the choice how to continue. Nothing but a choice closes it. */
const RealityDialog = ({ reality }: { reality: PlayInfo['reality'] }) => {
  const t = useT();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { busy, failure, run } = useAction();
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);

  const seen = (then?: () => void) => async () => {
    if (await run(() => changePlay('realitySeen', {}))) then?.();
  };
  const goTo = (open: 'limits' | 'timeOut') => () =>
    void router.navigate({ to: '/pages/information/play', search: { open } });
  const leave = async (): Promise<void> => {
    await run(async () => {
      // Signing out here must work even when the server cannot be reached.
      await call('logout', {}, { mask: false, quiet: true }).catch(() => undefined);
      signOut();
    });
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close on the second Escape even if the event is cancelled.
      onClose={({ currentTarget }) => currentTarget.showModal()}
    >
      <div className={styles.realityCheckBody}>
        <div>
          <h2 className={styles.realityCheckTitle} id={id} tabIndex={-1} ref={takeFocus}>
            {t('play.realityTitle')}
          </h2>
          <p className={styles.words} id={`${id}-text`}>
            {t('play.realityText')}
          </p>
        </div>
        <SessionFacts reality={reality} />
        <FormFailure message={failure} />
        <div className={styles.actions}>
          <Button tone="quiet" busy={busy} onClick={() => void seen()()}>
            {t('play.goOn')}
          </Button>
          <Button tone="quiet" busy={busy} onClick={() => void seen(goTo('limits'))()}>
            {t('play.setLimit')}
          </Button>
          <Button tone="quiet" busy={busy} onClick={() => void seen(goTo('timeOut'))()}>
            {t('play.takeTimeOut')}
          </Button>
          <Button tone="quiet" busy={busy} onClick={() => void leave()}>
            {t('mine.signOut')}
          </Button>
        </div>
        <Aloud />
      </div>
    </dialog>
  );
};
