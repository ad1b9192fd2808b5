import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { formatSignedMoney } from '@touchline/locales/format';
import { isolated } from '../../features/labels/bidi.ts';
import { Moment } from '../../features/labels/time.tsx';
import { useScale } from '../../features/labels/use-scale.ts';
import { entryShown } from '../../features/proof/entry-shown.ts';
import { ProofSheet } from '../../features/proof/proof-sheet.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';

type Props = { entry: MoneyEntry; open: boolean; onClose: () => void };

/** An entry of the wallet, and the check that it is in the log as it is on the screen. */
export const EntrySheet = ({ entry, open, onClose }: Props) => {
  const t = useT();
  const scale = useScale();
  const member = useUser()?.id ?? '';
  const amount = isolated(formatSignedMoney(entry.amount, { lan: currentLan() }));
  return (
    <ProofSheet
      subject={{
        kind: 'entry',
        id: `${member}:${entry.id}`,
        at: entry.at,
        shown: entryShown(entry, scale),
      }}
      about={
        <>
          {t(`money.kind.${entry.kind}`)} · {amount} · <Moment at={entry.at} />
        </>
      }
      open={open}
      onClose={onClose}
    />
  );
};
