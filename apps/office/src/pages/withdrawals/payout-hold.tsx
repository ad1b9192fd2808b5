import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Failure, Note } from '../../ui/notices.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './withdrawals.module.css';

/**
 * References in the list of a rail: the first field of each line, as a table copied from a statement has it. What follows a tab, a
 * semicolon or a comma is another field.
 */
export const referencesIn = (list: string): string[] => [
  ...new Set(
    list
      .split('\n')
      .map((line) => (/^[^\t;,]*/.exec(line.trim())?.[0] ?? '').trim())
      .filter((reference) => reference.length >= 3),
  ),
];

type Hold = NonNullable<Output<'officePayoutHold'>['hold']>;

/** Shows that all payouts are held, and the reason. Operators with the right to release them compare the payments of the rails first. */
export const PayoutHold = () => {
  const t = useT();
  const may = useMay();
  const { when, money, currency } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall('officePayoutHold', {}, { follow: true });
  const hold = data?.hold;
  if (hold === undefined) return null;
  const figures = {
    since: when(hold.since),
    count: hold.waiting,
    amount: `${money(hold.amount)} ${currency}`,
  };
  return (
    <Note>
      <div className={styles.hold}>
        <p>{t(hold.reason === 'restored' ? 'payoutHold.restored' : 'payoutHold.logRefused', figures)}</p>
        <p>{t('payoutHold.payNothing', figures)}</p>
        {may('officePayoutRelease') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('payoutHold.open')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Sheet title={t('payoutHold.title')} onClose={() => setOpen(false)}>
          <Release hold={hold} onDone={() => setOpen(false)} />
        </Sheet>
      )}
    </Note>
  );
};

/** The lists of the rails, how they compare, and the release. */
const Release = ({ hold, onDone }: { hold: Hold; onDone: () => void }) => {
  const t = useT();
  const { when } = useFormats();
  const [list, setList] = useState('');
  const [note, setNote] = useState('');
  const references = referencesIn(list);
  const compare = useMutation({ mutationFn: () => call('officePayoutCompare', { references }) });
  const unknown = compare.data?.unknown;
  const release = useMutation({
    mutationFn: () =>
      call('officePayoutRelease', {
        version: hold.version,
        references,
        unknown: unknown ?? [],
        note: note.trim(),
      }),
    onSuccess: () => {
      onDone();
      void again('officePayoutHold');
      void again('officeWithdrawList');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unknown === undefined) compare.mutate();
    else if (!release.isPending) release.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('payoutHold.hint', { since: when(hold.since) })}</p>
      {compare.isError && <Failure error={compare.error} />}
      {release.isError && <Failure error={release.error} />}
      <Textarea
        label={t('payoutHold.list')}
        value={list}
        onChange={({ currentTarget }) => {
          setList(currentTarget.value);
          compare.reset();
          release.reset();
        }}
        rows={8}
        spellCheck={false}
        data-autofocus
      />
      {compare.data !== undefined && (
        <output className={styles.compared}>
          <p>{t('payoutHold.known', { count: compare.data.known.length })}</p>
          {compare.data.unknown.length > 0 && (
            <>
              <p>{t('payoutHold.unknown', { count: compare.data.unknown.length })}</p>
              <ul className={styles.unknown}>
                {compare.data.unknown.map((reference) => (
                  <li key={reference}>
                    <code>{reference}</code>
                  </li>
                ))}
              </ul>
              <p>{t('payoutHold.unknownHint')}</p>
            </>
          )}
        </output>
      )}
      {compare.data !== undefined && (
        <Textarea
          label={t('payoutHold.note')}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          minLength={10}
          maxLength={1_000}
          rows={3}
          required
          withAsterisk={false}
        />
      )}
      <Button type="submit" loading={compare.isPending || release.isPending}>
        {t(unknown === undefined ? 'payoutHold.compare' : 'payoutHold.release')}
      </Button>
    </form>
  );
};
