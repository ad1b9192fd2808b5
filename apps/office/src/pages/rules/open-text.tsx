import { Button } from '@mantine/core';
import type { OfficeHouseText, OfficeHouseTextDetail } from '@touchline/contract/shapes/house-texts';
import { type Lan, localeOf } from '@touchline/locales/locales';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import {
  proposalOptions,
  proposalTones,
  useIsMine,
  useProposalFacts,
} from '../../features/queue/proposal.tsx';
import { currentLan, useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Section as PageSection } from '../../ui/page.tsx';
import { DifferenceText } from '../../features/words/difference-text.tsx';
import { LanguageList } from '../../features/words/language-list.tsx';
import { Phone, Section } from '../../features/words/phone.tsx';
import { noWords, readAs, textsOf, writtenLans } from '../../features/words/texts.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import styles from './rules.module.css';

const refresh = () => again('officeHouseTextList', 'officeHouseTextDetail');

const useOptions = ({ text }: OfficeHouseTextDetail): Option[] => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const isMine = useIsMine(text);
  if (!may('officeHouseTextDecide')) return [];
  const decide = (decision: 'publish' | 'refuse' | 'withdraw' | 'revoke', note?: string) =>
    call('officeHouseTextDecide', {
      id: text.id,
      seen: text.seen,
      decision,
      note,
    });
  const figures = { version: text.version ?? text.basedOn + 1, when: when(text.from) };
  const because = { note: t('decision.reason'), noteNeeded: true };
  if (text.standing === 'planned') {
    const revoke = { key: 'x', label: t('rules.revoke'), sentence: t('rules.revokeSure', figures) };
    return [{ ...revoke, harm: true, asks: because, run: ({ note }) => decide('revoke', note) }];
  }
  if (text.state !== 'proposed') return [];
  return proposalOptions({
    isMine,
    barred: isMine ? t('rules.own') : undefined,
    key: 'p',
    apply: { label: t('rules.publish'), sentence: t('rules.publishSure', figures) },
    withdraw: { label: t('rules.withdraw'), sentence: t('rules.withdrawSure') },
    refuse: { label: t('rules.refuse'), sentence: t('rules.refuseSure'), asks: because },
    decide: (decision, { note }) => decide(decision === 'apply' ? 'publish' : decision, note),
  });
};

/** One version: what it changes, how members read it, and what can be decided. */
export const OpenText = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useT();
  const detail = useCall('officeHouseTextDetail', { id }, { follow: true });
  useShortcut('Escape', t('keys.close'), onClose);
  if (detail.data === undefined) {
    if (detail.error) return <Failure error={detail.error} onRetry={() => void detail.refetch()} />;
    return <Skeleton lines={8} />;
  }
  return <Opened of={detail.data} onClose={onClose} />;
};

const Opened = ({ of, onClose }: { of: OfficeHouseTextDetail; onClose: () => void }) => {
  const t = useT();
  const { when } = useFormats();
  const options = useOptions(of);
  const [lan, setLan] = useState<Lan>(currentLan);
  const { text } = of;
  const facts = useProposalFacts(text);
  const texts = textsOf(of.texts);
  const words = readAs(texts, lan);
  return (
    <>
      <div className={styles.head}>
        <h2>
          {t(`houseTextKind.${text.kind}`)} ·{' '}
          {t('rules.number', { version: text.version ?? text.basedOn + 1 })}
        </h2>
        <Standing of={text} />
        <Button variant="subtle" className={styles.back} onClick={onClose}>
          {t('content.back')}
        </Button>
      </div>
      <Decision options={options} onDone={() => void refresh()} onRefused={() => void refresh()} />
      <div className={styles.opened}>
        <LanguageList texts={texts} chosen={lan} onChoose={setLan} />
        <div className={styles.middle}>
          <Facts
            of={[
              [t('rules.validFrom'), when(text.from)],
              [t('decision.reason'), text.reason],
              [
                t('rules.revokedBy'),
                text.revokedBy && text.revokedAt && `${text.revokedBy.account}, ${when(text.revokedAt)}`,
              ],
              ...facts,
            ]}
          />
          <Changes of={of} />
        </div>
        <Phone texts={texts} lan={lan}>
          <Section title={words.title} body={words.body} />
        </Phone>
      </div>
    </>
  );
};

/** What a version changes of the one it follows, in every language. */
const Changes = ({ of: { texts, before } }: { of: OfficeHouseTextDetail }) => {
  const t = useT();
  const [old, next] = [textsOf(before?.texts ?? {}), textsOf(texts)];
  const changed = writtenLans.flatMap((lan) => {
    const [was, is] = [old[lan] ?? noWords, next[lan] ?? noWords];
    return was.title === is.title && was.body === is.body ? [] : [{ lan, was, is }];
  });
  return (
    <PageSection
      title={before === undefined ? t('rules.first') : t('rules.changesOf', { version: before.version })}
    >
      {changed.length === 0 && <p className={styles.soft}>{t('content.noChange')}</p>}
      {changed.map(({ lan, was, is }) => (
        <section key={lan} className={styles.change} aria-label={localeOf(lan).name}>
          <h2 lang={lan}>{localeOf(lan).name}</h2>
          <DifferenceText before={was.title} after={is.title} lan={lan} />
          <DifferenceText before={was.body} after={is.body} lan={lan} />
        </section>
      ))}
    </PageSection>
  );
};

/** The state of a version and, when it is published, whether it is in force. */
export const Standing = ({ of: { state, standing } }: { of: OfficeHouseText }) => {
  const t = useT();
  if (standing === undefined) return <Tag tone={proposalTones[state]}>{t(`houseTextState.${state}`)}</Tag>;
  const tone: Tone = standing === 'valid' ? 'good' : standing === 'planned' ? 'wait' : 'plain';
  return <Tag tone={tone}>{t(`houseTextStanding.${standing}`)}</Tag>;
};
