import type { Reason } from '@touchline/contract/reasons';

import { failureText } from '../../api/call.ts';

import { CallError } from '@touchline/client/errors';

import styles from './form-failure.module.css';

/** What went wrong with a form as a whole. */
export const FormFailure = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p className={styles.failure} role="alert">
      {message}
    </p>
  );

export type Placed<F extends string> = { field: F | 'root'; message: string };

/**
 * Where the server's words belong in a form.
 * @param fields those of the form, named as on the wire, or by `names`
 * @param byReason the field a refusal is about, for those that are about one
 * @returns at least one; what concerns no field is at the form's root
 */
export const placeRefusal = <F extends string>(
  error: unknown,
  fields: readonly F[],
  byReason: Partial<Record<Reason, F>>,
  names: Partial<Record<string, F>> = {},
): Placed<F>[] => {
  if (error instanceof CallError) {
    const placed = Object.entries(error.details.fields ?? {}).flatMap(([name, message]): Placed<F>[] => {
      const field = names[name] ?? fields.find((one) => one === name);
      return field === undefined ? [] : [{ field, message }];
    });
    if (placed.length > 0) return placed;
    const entries: [string, F | undefined][] = Object.entries(byReason);
    const field = entries.find(([reason]) => reason === error.reason)?.[1];
    if (field !== undefined) return [{ field, message: failureText(error) }];
  }
  return [{ field: 'root', message: failureText(error) }];
};
