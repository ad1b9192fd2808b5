import { Checkbox, Table, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CallError } from '@touchline/client/errors';
import type { CallInput, Output } from '@touchline/contract/routes';
import { marketNames } from '@touchline/football/markets';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Failure, Note } from '../../ui/notices.tsx';
import { ReasonField } from '../../ui/fields.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved, useTyped } from '../../features/words/unsaved.tsx';
import { nameOfTeam } from '../../features/trading/names.ts';
import { Tag } from '../../ui/tag.tsx';
import {
  type BegunOffer,
  type OfferDraft,
  draftOf,
  inputOf,
  isReadable,
  isTyped,
  laidOver,
} from './draft.ts';
import { useMarketName } from './market-name.ts';
import { MarketRows } from './market-rows.tsx';
import styles from './margins.module.css';

type At = Pick<CallInput<'officeOfferDetail'>, 'scope' | 'id'>;

type Sheet = Output<'officeOfferDetail'>;
type Props = { at: At; sheet: Sheet; refetch: () => Promise<{ data: Sheet | undefined }> };

const isOutdated = (error: unknown): boolean => error instanceof CallError && error.reason === 'outdated';

/** Changes what counts for a scope: first what it would do is shown, then it is saved with a reason. */
export const OfferForm = ({ at, sheet, refetch }: Props) => {
  const t = useT();
  const nameOf = useMarketName();
  const mayWrite = useMay()('officeOfferSave');
  const [kept, setKept] = useState<BegunOffer>();
  // What is typed stays on the version it was begun on, so that it is refused once another operator has saved a newer one.
  const begun = kept && isTyped(kept) ? kept : { on: sheet, draft: draftOf(sheet) };
  const { draft } = begun;
  const [reason, setReason] = useState('');
  const [sure, setSure] = useState(false);
  const preview = useMutation({
    mutationFn: (of: BegunOffer) => call('officeOfferPreview', { ...at, ...inputOf(of.draft) }),
  });
  // The effect of another version no longer counts.
  const effect = preview.variables?.on.version === begun.on.version ? preview.data : undefined;
  const typed = useTyped();
  const save = useMutation({
    mutationFn: (of: BegunOffer) =>
      call('officeOfferSave', {
        ...at,
        ...inputOf(of.draft),
        version: of.on.version,
        reason,
        sure: sure || undefined,
      }),
    onSuccess: () => {
      typed.sent();
      setReason('');
      setSure(false);
      preview.reset();
    },
    // Done, or refused because it has changed: what is typed is laid over the current values.
    onSettled: async (saved, error) => {
      const { data: now } = await refetch();
      if (now && (saved || isOutdated(error))) {
        setKept((was) => was && laidOver({ ...was, on: saved ?? was.on }, now));
      }
      await again(
        ...(['officeOfferHistory', 'officeOfferList'] as const),
        ...(['officeCompetitionList', 'officeEventDetail'] as const),
      );
    },
  });
  const change = (next: Partial<OfferDraft>): void => {
    setKept({ on: begun.on, draft: { ...draft, ...next } });
    setSure(false);
    preview.reset();
    save.reset();
  };
  const isChanged = JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(draftOf(begun.on)));
  // What the draft, or a wider rule, offers although the prices of the match rest on too little.
  const against = sheet.markets
    .filter(({ market, needs, wider }) => {
      const offered = draft.markets[market]?.offered ?? 'wider';
      return needs !== undefined && (offered === 'on' || (offered === 'wider' && wider.offered));
    })
    .map(({ market }) => market);
  const barred = (): string | undefined => {
    if (!isReadable(draft)) return t('bar.number');
    return isChanged ? undefined : t('content.barSame');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (effect === undefined) preview.mutate(begun);
    else if (!save.isPending) save.mutate(begun);
  };
  const side = (of: 'home' | 'away', name: string) => (
    <TextInput
      label={t('margin.shiftOf', { team: name })}
      value={draft[of]}
      onChange={({ currentTarget }) => change({ [of]: currentTarget.value })}
      placeholder="0.00"
      inputMode="decimal"
      disabled={!mayWrite}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} onChange={typed.onChange}>
      {sheet.event && (
        <fieldset className={styles.shift}>
          <legend>{t('margin.shift')}</legend>
          {side('home', nameOfTeam(sheet.event.home))}
          {side('away', nameOfTeam(sheet.event.away))}
        </fieldset>
      )}
      <MarketRows sheet={sheet} draft={draft} change={change} mayWrite={mayWrite} />
      {against.length > 0 && <Note>{t('basis.against', { markets: against.map(nameOf).join(', ') })}</Note>}
      {preview.isError && <Failure error={preview.error} />}
      {save.isError && <Failure error={save.error} />}
      {mayWrite && effect === undefined && (
        <SubmitButton variant="default" loading={preview.isPending} barred={barred()}>
          {t('margin.preview')}
        </SubmitButton>
      )}
      {effect && (
        <>
          <Effect of={effect} scope={at.scope} />
          <ReasonField value={reason} onChange={setReason} />
          {effect.large && (
            <>
              <Note>{t('margin.large')}</Note>
              <Checkbox
                label={t('margin.sure')}
                checked={sure}
                onChange={({ currentTarget }) => setSure(currentTarget.checked)}
              />
            </>
          )}
          <SubmitButton loading={save.isPending} barred={effect.large && !sure ? t('bar.sure') : undefined}>
            {t('margin.save')}
          </SubmitButton>
        </>
      )}
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};

type Preview = Output<'officeOfferPreview'>;
type Row = Preview['markets'][number];
type Side = NonNullable<Row['before']>;

/** With more selections than these the margin is shown alone: their prices are too many to compare. */
const readable = 3;

const oddsText = (side: Side | undefined): string =>
  side === undefined
    ? '–'
    : side.odds.length > readable
      ? ''
      : side.odds.map((odds) => odds ?? '–').join(' / ');
/** Bet builders, which are no market, are last. */
const placeOf = ({ market }: Row): number => {
  const place = marketNames.findIndex((name) => name === market);
  return place === -1 ? marketNames.length : place;
};
const byPlace = (a: Row, b: Row): number =>
  placeOf(a) - placeOf(b) || Number(a.line ?? 0) - Number(b.line ?? 0);
const isSame = ({ before, after }: Row): boolean => JSON.stringify(before) === JSON.stringify(after);

/** What a change would do to the prices of a match, only what differs. */
const Effect = ({ of, scope }: { of: Preview; scope: CallInput<'officeOfferPreview'>['scope'] }) => {
  const t = useT();
  const nameOf = useMarketName();
  const changed = of.markets.filter((row) => !isSame(row)).toSorted(byPlace);
  const held = of.markets.filter((row) => row.held).length;
  return (
    <section className={styles.effect} aria-label={t('margin.effect')}>
      <h3>{t('margin.effect')}</h3>
      <p>
        {scope !== 'event' && t('margin.about', { count: String(of.matches) })}{' '}
        {of.event &&
          scope !== 'event' &&
          t('margin.sample', { match: `${of.event.home.name} – ${of.event.away.name}` })}
      </p>
      {changed.length === 0 ? (
        <p>{t('margin.noEffect')}</p>
      ) : (
        <Table className={styles.markets}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('margin.market')}</Table.Th>
              <Table.Th scope="col">{t('margin.before')}</Table.Th>
              <Table.Th scope="col">{t('margin.after')}</Table.Th>
              <Table.Th scope="col">{t('margin.margin')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map((row) => (
              <Table.Tr key={`${row.market}|${row.line ?? ''}`}>
                <Table.Th scope="row">
                  {nameOf(row.market)} {row.line}
                </Table.Th>
                <Table.Td>{oddsText(row.before)}</Table.Td>
                <Table.Td>
                  {row.after ? oddsText(row.after) : <Tag tone="wait">{t('margin.offWord')}</Tag>}
                </Table.Td>
                <Table.Td>
                  {row.before?.margin ?? '–'} → {row.after?.margin ?? '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {held > 0 && <p>{t('margin.held', { count: String(held) })}</p>}
    </section>
  );
};
