import type { BaseSyntheticEvent } from 'react';
import {
  useForm as useHookForm,
  type FieldErrors,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';

const focusFirst = (errors: FieldErrors, sent?: BaseSyntheticEvent): void => {
  const form: unknown = sent?.target;
  if (!(form instanceof HTMLFormElement)) return;
  const first = [...form.elements].find((field) => Object.hasOwn(errors, field.getAttribute('name') ?? ''));
  if (first instanceof HTMLElement) first.focus();
};

/**
 * A form whose first wrong field gets the focus when it is sent. The library focuses it a second time, after the member may have
 * typed into it: the next field then took the letters.
 */
export const useForm = <V extends FieldValues>(options: UseFormProps<V>): UseFormReturn<V> => {
  const form = useHookForm<V>({ ...options, shouldFocusError: false });
  return { ...form, handleSubmit: (onValid) => form.handleSubmit(onValid, focusFirst) };
};
