const prefix = 'operator:';

/** An operator's name in the book's records. */
export const operatorActor = (id: string): string => `${prefix}${id}`;

/** Whether the actor is an operator, and not a feed or the site. */
export const isOperator = (who: string): boolean => who.startsWith(prefix);

/** The id of an operator as actor; undefined for a feed or the site. */
export const operatorIdOf = (who: string): string | undefined =>
  isOperator(who) ? who.slice(prefix.length) : undefined;
