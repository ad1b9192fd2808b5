import { CallError } from '@touchline/client/errors';
import type { Reason } from '@touchline/contract/reasons';
import { failureText } from '../../lib/call.ts';

export type Placed<F extends string> = { field: F | 'root'; message: string };

/**
 * Finds the fields of a form that the server's messages belong to.
 * @param fields fields of the form, named as on the wire
 * @param byReason the field of each refusal that concerns one
 * @param names fields whose name on the wire differs, by that name
 * @returns at least one message; a message of no field belongs to the form's root
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
