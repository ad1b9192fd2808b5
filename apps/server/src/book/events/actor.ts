const prefix = 'operator:';

/** How an operator stands in the book's records. */
export const operatorActor = (id: string): string => `${prefix}${id}`;

/** Whether an operator did it, and not a feed or the house. */
export const isOperator = (who: string): boolean => who.startsWith(prefix);

/** The id of an operator who did something; undefined for a feed or the house. */
export const operatorIdOf = (who: string): string | undefined =>
  isOperator(who) ? who.slice(prefix.length) : undefined;
