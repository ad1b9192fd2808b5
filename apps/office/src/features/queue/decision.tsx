import { Button, Checkbox, Kbd, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { refusalReasons, type RefusalReason } from '@touchline/contract/refusal-reasons';
import type { MemberOrigin } from '@touchline/contract/shapes/office';
import { useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Failure, OriginMark } from '../../ui/notices.tsx';
import styles from './queue.module.css';

/** What the operator enters with a decision. */
type DecisionInput = {
  reason: RefusalReason | undefined;
  note: string | undefined;
  reference: string | undefined;
  /** That the operator saw what they share with the member; part of what is sent. */
  seen: { originSeen?: true };
};

/** Something one can decide. Nothing happens before it was confirmed. */
export type Option = {
  /** The key that asks for it. */
  key: string;
  label: string;
  /** What is about to happen, in a sentence with names and figures. */
  sentence: string;
  harm?: boolean;
  /** Other buttons next to it matter more. */
  quiet?: boolean;
  /** Why it is not for this operator: it is shown, greyed, with its reason. */
  barred?: string | undefined;
  asks?: { reason?: boolean; note?: string; noteNeeded?: boolean; reference?: string };
  run: (input: DecisionInput) => Promise<unknown>;
};

/**
 * The decisions of one thing, each confirmed in place.
 * @param onDone called when the server has done it
 * @param onRefused called when the server refused: what is shown is outdated then
 */
export const Decision = (props: {
  options: readonly Option[];
  /** What the operator and the member both used: shown, and confirmed again with each decision. */
  origin?: MemberOrigin | undefined;
  onDone: () => void;
  onRefused: () => void;
}) => {
  // The option as it was when it was chosen: it names the version that was shown then, not one that came in the meantime.
  const [chosen, choose] = useState<Option>();
  const [failure, setFailure] = useState<unknown>();
  const isOffered = props.options.some(
    ({ label, barred }) => label === chosen?.label && barred === undefined,
  );
  const option = isOffered ? chosen : undefined;
  if (props.options.length === 0 && failure === undefined) return null;
  return (
    <div className={styles.decision}>
      {props.origin !== undefined && <OriginMark origin={props.origin} />}
      {failure !== undefined && <Failure error={failure} />}
      {option === undefined ? (
        <div className={styles.options}>
          {props.options.map((each, nth) => (
            <OptionButton
              key={each.label}
              option={each}
              isSaid={props.options.slice(0, nth).some(({ barred }) => barred === each.barred)}
              onChoose={() => choose(each)}
            />
          ))}
        </div>
      ) : (
        <Confirm
          key={option.label}
          option={option}
          origin={props.origin}
          onBack={() => choose(undefined)}
          onDone={() => {
            setFailure(undefined);
            choose(undefined);
            props.onDone();
          }}
          onRefused={(error) => {
            setFailure(error);
            choose(undefined);
            props.onRefused();
          }}
        />
      )}
    </div>
  );
};

const OptionButton = ({
  option,
  isSaid,
  onChoose,
}: {
  option: Option;
  /** An earlier option says why it is barred too. */
  isSaid: boolean;
  onChoose: () => void;
}) => {
  const { key, label, harm = false, quiet = false, barred } = option;
  useShortcut(key, label, barred === undefined ? onChoose : undefined);
  return (
    <span className={styles.option}>
      <Button
        variant={harm ? 'danger' : quiet ? 'default' : 'filled'}
        disabled={barred !== undefined}
        onClick={onChoose}
        rightSection={
          <Kbd size="xs" className={styles.key} aria-hidden>
            {key}
          </Kbd>
        }
      >
        {label}
      </Button>
      {barred !== undefined && !isSaid && <span className={styles.barred}>{barred}</span>}
    </span>
  );
};

const isReason = (value: string): value is RefusalReason => refusalReasons.some((reason) => reason === value);
const orNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

type ConfirmProps = {
  option: Option;
  origin: MemberOrigin | undefined;
  onBack: () => void;
  onDone: () => void;
  onRefused: (error: unknown) => void;
};

const Confirm = ({ option, origin, onBack, onDone, onRefused }: ConfirmProps) => {
  const t = useT();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [reference, setReference] = useState('');
  const [isSeen, setSeen] = useState(false);
  const { sentence, label, harm = false, asks = {} } = option;
  const decide = useMutation({
    mutationFn: () =>
      option.run({
        reason: isReason(reason) ? reason : undefined,
        note: orNone(note),
        reference: orNone(reference),
        seen: origin !== undefined && isSeen ? { originSeen: true } : {},
      }),
    onSuccess: onDone,
    onError: onRefused,
  });
  useShortcut('Escape', t('decision.back'), onBack);
  const form = useRef<HTMLFormElement>(null);
  // What is to be given comes first. Without anything to give the focus is on the question and never on its button: a key that
  // was meant for something else, and Enter after it, must decide nothing.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('select, input, textarea');
    (field ?? form.current)?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // One press, one decision: a second one while the first is on its way is none.
    if (!decide.isPending) decide.mutate();
  };
  return (
    <form ref={form} className={styles.confirm} tabIndex={-1} aria-label={sentence} onSubmit={submit}>
      <p className={styles.sentence}>{sentence}</p>
      {asks.reason === true && (
        <NativeSelect
          label={t('decision.reason')}
          value={reason}
          required
          withAsterisk={false}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data={[
            { value: '', label: t('decision.choose') },
            ...refusalReasons.map((each) => ({ value: each, label: t(`refusal.${each}`) })),
          ]}
        />
      )}
      {asks.reference !== undefined && (
        <TextInput
          label={asks.reference}
          value={reference}
          required
          withAsterisk={false}
          minLength={3}
          maxLength={100}
          pattern="[A-Za-z0-9][A-Za-z0-9 ._\/\-]*"
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
      )}
      {asks.note !== undefined && (
        <Textarea
          label={asks.note}
          value={note}
          maxLength={300}
          minLength={asks.noteNeeded === true ? 5 : 0}
          required={asks.noteNeeded === true}
          withAsterisk={false}
          rows={2}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
      {origin !== undefined && (
        <Checkbox
          label={t('memberOrigin.seen')}
          checked={isSeen}
          required
          onChange={({ currentTarget }) => setSeen(currentTarget.checked)}
        />
      )}
      <div className={styles.options}>
        <Button type="submit" variant={harm ? 'danger' : 'filled'} loading={decide.isPending}>
          {label}
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={onBack}>
          {t('decision.back')}
        </Button>
      </div>
    </form>
  );
};
