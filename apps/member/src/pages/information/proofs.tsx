import { saveFile } from '@touchline/kit/save-file';
import { formatCount } from '@touchline/locales/format';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { allKept } from '../../features/proof/kept-proofs.ts';
import { ProofButton } from '../../features/proof/proof-button.tsx';
import { trustedKey } from '../../features/proof/trusted-key.ts';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { useUser } from '../../lib/user.ts';
import { Actions, Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import styles from '../../features/proof/proof.module.css';

const AccountCheck = lazyPart(async () => (await import('./account-check.tsx')).AccountCheck);

/** Where a member checks the house: the balance, the whole account, and what this device keeps of it. */
export const ProofsPage = () => {
  const t = useT();
  return (
    <Page title={t('proof.title')}>
      <Part title={t('proof.balance')} text={t('proof.balanceText')}>
        <ProofButton subject={{ kind: 'balance' }} />
      </Part>
      <Part title={t('proof.account')} text={t('proof.accountText')}>
        <Suspense fallback={<Skeleton height={5} />}>
          <AccountCheck />
        </Suspense>
      </Part>
      <KeptReceipts />
      <LogKey />
    </Page>
  );
};

/** What can be checked, and what that means. */
const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <MatchSection title={title}>
    <Card>
      <div className={styles.check}>
        <p className={styles.hint}>{text}</p>
        {children}
      </div>
    </Card>
  </MatchSection>
);

/** How many receipts this device keeps, and all of them as one file. */
const KeptReceipts = () => {
  const t = useT();
  const member = useUser()?.id;
  const vkey = useStore(configStore).site?.receiptKey ?? '';
  const { data = [] } = useQuery({
    queryKey: ['keptProofs', member],
    // A browser that keeps nothing has none.
    queryFn: () => allKept().catch(() => []),
  });
  const save = async (): Promise<void> => {
    const { keptFile } = await import('../../features/proof/kept-file.ts');
    saveFile(new File([keptFile(vkey, data)], 'touchline-receipts.json', { type: 'application/json' }));
  };
  return (
    <Part title={t('proof.kept')} text={t('proof.keptText')}>
      <Facts>
        <Fact label={t('proof.kept')}>{formatCount(data.length, { lan: currentLan() })}</Fact>
      </Facts>
      <Actions>
        <Button tone="quiet" disabled={data.length === 0} onClick={() => void save()}>
          {t('proof.saveAll')}
        </Button>
      </Actions>
    </Part>
  );
};

/** The key that this device trusts, to compare it elsewhere, and the page that checks without the site. */
const LogKey = () => {
  const t = useT();
  const given = useStore(configStore).site?.receiptKey ?? '';
  const { data: key = given } = useQuery({
    queryKey: ['logKey', given],
    queryFn: () => trustedKey(given),
  });
  return (
    <Part title={t('proof.key')} text={t('proof.keyText')}>
      <CopyBox label={t('proof.key')} text={key} />
      {/* The server sends it as a file. */}
      <a className={buttonClass('quiet')} href="check.html" download="check.html">
        {t('proof.page')}
      </a>
    </Part>
  );
};
