type Detail = Readonly<Record<string, unknown>>;

/** A value of the log as text; nothing is a dash. */
export const valueText = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const isObject = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reasons = ['why', 'reason', 'note'] as const;

/** What changed, field by field. */
export type Change = { name: string; before: unknown; after: unknown };

/** The parts of a line's detail: why, what was before and after where fields changed, and the rest as it stands. */
export const readDetail = (
  detail: Detail,
): { why: string | undefined; changes: Change[]; others: [string, unknown][] } => {
  const { before, after, ...rest } = detail;
  const told = reasons.find((name) => typeof rest[name] === 'string' && rest[name] !== '');
  const isPair = isObject(before) || isObject(after);
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const names = isPair ? [...new Set([...Object.keys(old), ...Object.keys(now)])] : [];
  const whole = !isPair && (before !== undefined || after !== undefined);
  return {
    why: told === undefined ? undefined : String(rest[told]),
    changes: whole
      ? [{ name: '', before, after }]
      : names
          .map((name) => ({ name, before: old[name], after: now[name] }))
          .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
    others: Object.entries(rest).filter(([name]) => name !== told),
  };
};

/** What a line of the log tells beside its action, on one line: why, else its values, "amount: 5.00, roles: owner". */
export const detailText = (detail: Detail): string => {
  const { why, changes, others } = readDetail(detail);
  const values = [
    ...others.map(([name, value]) => `${name}: ${valueText(value)}`),
    ...changes.map(({ name, before, after }) => {
      const change = before === undefined ? valueText(after) : `${valueText(before)} → ${valueText(after)}`;
      return name === '' ? change : `${name}: ${change}`;
    }),
  ];
  return [...(why === undefined ? [] : [why]), ...values].join(' · ');
};
