import { isId } from '../../core/ids.ts';

const prefix = 'operator:';

/** The source of what a person types on the command line, where nothing proves who it is. */
export const COMMAND_LINE = 'command line';

/** An operator's name in the book's records. */
export const operatorActor = (id: string): string => `${prefix}${id}`;

/** Whether the actor is an operator, and not a feed or the site. */
export const isOperator = (who: string): boolean => who.startsWith(prefix);

/** The id of an operator as actor; undefined for a feed, the site or the command line. */
export const operatorIdOf = (who: string): string | undefined => {
  const id = isOperator(who) ? who.slice(prefix.length) : '';
  return isId(id) ? id : undefined;
};
