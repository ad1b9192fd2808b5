import type { Bet } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useT } from '../../state/i18n.tsx';
import { Button } from '../../ui/button.tsx';

const ProofSheet = lazyPart(async () => (await import('./proof-sheet.tsx')).ProofSheet);

/** Opens the check of a bet's receipt. `receipt` is the server's; undefined while it has not answered. */
export const ProofButton = ({ bet, receipt }: { bet: Bet; receipt: Receipt | null | undefined }) => {
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
        {t('proof.verify')}
      </Button>
      {wasOpened && (
        <Suspense>
          <ProofSheet bet={bet} receipt={receipt ?? null} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
