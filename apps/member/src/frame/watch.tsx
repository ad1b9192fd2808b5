import { Suspense, useEffect } from 'react';
import { alarmStore } from '../features/proof/alarm-store.ts';
import { watchProofs } from '../features/proof/watch-proofs.ts';
import { RealityCheck } from '../features/play/reality-check.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useStore } from '../state/use-store.ts';
import { useUser } from '../state/use-user.ts';

const Alarm = lazyPart(async () => (await import('../features/proof/proof-alarm.tsx')).ProofAlarm);

/** What watches over a member on every page: the time they play, and what the house has signed for them. */
export const MemberWatch = () => {
  const alarm = useStore(alarmStore);
  const member = useUser()?.id;
  useEffect(watchProofs, []);
  return (
    <>
      <RealityCheck />
      {alarm !== undefined && alarm.member === member && (
        <Suspense>
          <Alarm alarm={alarm} />
        </Suspense>
      )}
    </>
  );
};
