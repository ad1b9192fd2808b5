import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../shell/i18n.ts';
import { usePageSearch } from '../../shell/use-page-search.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { PlayDetail } from './play-detail.tsx';
import styles from './play.module.css';

/** The safer play of one member, by id: for those who look after members and may not search among all. */
export const PlayPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { member = '' } = usePageSearch();
  const [typed, setTyped] = useState(member);
  return (
    <Page
      title={t('place.play')}
      filters={
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ to: '.', search: { member: typed.trim() } });
          }}
        >
          <TextInput
            aria-label={t('play.memberId')}
            placeholder={t('play.memberId')}
            data-search
            w="22rem"
            value={typed}
            maxLength={64}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </form>
      }
    >
      {member === '' ? (
        <Empty title={t('play.choose')} hint={t('play.chooseHint')} />
      ) : (
        <div className={styles.column}>
          <PlayDetail key={member} member={member} />
        </div>
      )}
    </Page>
  );
};
