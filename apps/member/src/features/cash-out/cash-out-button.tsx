import { Suspense, useState } from 'react';
import type { Bet } from '@touchline/contract/shapes/bet';
import { useT } from '../../state/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';

const CashOutSheet = lazyPart(async () => (await import('./cash-out-sheet.tsx')).CashOutSheet);

/** Opens what the house pays for an open bet now. */
export const CashOutButton = ({ bet }: { bet: Bet }) => {
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
        {t('cashOut.title')}
      </Button>
      {wasOpened && (
        <Suspense>
          <CashOutSheet bet={bet} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
