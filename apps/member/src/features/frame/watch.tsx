import { Suspense, useEffect } from 'react';
import { alarmStore } from '../proof/alarm-store.ts';
import { watchProofs } from '../proof/watch-proofs.ts';
import { RealityCheck } from '../play/reality-check.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useStore } from '../../lib/use-store.ts';
import { useUser } from '../../lib/user.ts';

const Alarm = lazyPart(async () => (await import('../proof/proof-alarm.tsx')).ProofAlarm);

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
