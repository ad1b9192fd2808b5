import { Button, TextInput } from '@mantine/core';
import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { momentOfWall, wallTime } from '../../lib/wall-time.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Ask } from '../../features/trading/ask.tsx';
import { KeyButton } from '../../features/trading/key-button.tsx';
import { refreshTrading } from '../../features/trading/stops.tsx';
import { Note } from '../../ui/notices.tsx';
import styles from './matches.module.css';

/** The feed that operators are themselves. */
const ownFeed = 'office';

/** Changes the kick-off of a match that operators brought, while it is to come. */
export const MatchMove = ({ of: { event, feed } }: { of: OfficeEventDetail }) => {
  const t = useT();
  const { timeZone } = useSite();
  const { when } = useFormats();
  const mayMove = useMay()('officeEventMove');
  const [typed, setTyped] = useState<string>();
  const [moved, setMoved] = useState<string>();
  if (!mayMove || feed.name !== ownFeed || event.state !== 'scheduled') return null;
  const to = typed === undefined ? undefined : momentOfWall(typed, timeZone);
  if (typed === undefined) {
    return (
      <>
        <div className={styles.move}>
          <KeyButton
            keys="d"
            text={t('match.move')}
            onPress={() => {
              setMoved(undefined);
              setTyped(wallTime(new Date(event.kickOff), timeZone));
            }}
          />
        </div>
        {moved !== undefined && (
          <div className={styles.wide}>
            <Note done>{t('match.moved', { when: when(moved) })}</Note>
          </div>
        )}
      </>
    );
  }
  const isOther = to !== undefined && to.getTime() !== Date.parse(event.kickOff);
  return (
    <div className={styles.wide}>
      <TextInput
        type="datetime-local"
        label={t('match.newKickOff', { zone: timeZone })}
        description={t('match.moveHint')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        className={styles.moment}
      />
      {!isOther && (
        <Button variant="default" onClick={() => setTyped(undefined)}>
          {t('decision.back')}
        </Button>
      )}
      {isOther && (
        <Ask
          isQuiet
          sentence={t('match.moveSure', { from: when(event.kickOff), to: when(to.toISOString()) })}
          label={t('match.move')}
          run={async (reason) => {
            await call('officeEventMove', {
              event: event.id,
              from: event.kickOff,
              to: to.toISOString(),
              reason,
            });
          }}
          onDone={() => {
            setTyped(undefined);
            setMoved(to.toISOString());
            void refreshTrading();
          }}
          onBack={() => setTyped(undefined)}
          onRefused={() => void refreshTrading()}
        />
      )}
    </div>
  );
};
