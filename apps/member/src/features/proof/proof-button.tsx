import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import type { ProofSubject } from './find-proof.ts';

const ProofSheet = lazyPart(async () => (await import('./proof-sheet.tsx')).ProofSheet);

/** Opens the check of something of the member; what checks is loaded then. */
export const ProofButton = ({ subject, label }: { subject: ProofSubject; label?: string }) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        tone="quiet"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {label ?? t('proof.verify')}
      </Button>
      {wasOpened && (
        <Suspense>
          <ProofSheet subject={subject} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
