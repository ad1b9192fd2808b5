import { call } from '../api/call.ts';
import { useT } from '../shell/i18n.ts';
import { Sheet } from '../ui/sheet.tsx';
import { Ask } from './ask.tsx';
import { refreshTrading } from './refresh.ts';

/** Suspends everything: one confirmation, with a reason that can be sent as it is. */
export const StopSheet = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  return (
    <Sheet title={t('stop.all')} onClose={onClose}>
      <Ask
        sentence={t('stop.allSure')}
        label={t('stop.all')}
        harm
        usual={t('stop.usual')}
        run={(reason) => call('officeSuspend', { reason })}
        onDone={() => {
          onClose();
          void refreshTrading();
        }}
        onBack={onClose}
      />
    </Sheet>
  );
};
