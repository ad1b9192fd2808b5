import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const validators = new WeakMap<TSchema, Validator>();

/** The validator of a schema. Servers of one process share it: compiling those of all calls took half of a start. */
export const compileOnce = (schema: TSchema): Validator => {
  const known = validators.get(schema);
  if (known) return known;
  const made = Compile(schema);
  validators.set(schema, made);
  return made;
};
