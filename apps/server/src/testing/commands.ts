import * as fc from 'fast-check';

/** `npm run explore` makes lists longer by this. */
const factor = Number(process.env['DRAW_LENGTH'] ?? 1);

/** Lists of commands for a model, of these lengths in a usual run. */
export const commandLists = <T>(
  command: fc.Arbitrary<T>,
  { minLength = 0, maxLength }: { minLength?: number; maxLength: number },
): fc.Arbitrary<T[]> => fc.array(command, { minLength, maxLength: maxLength * factor });
