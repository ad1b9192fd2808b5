type Detail = Readonly<Record<string, unknown>>;

/** A time as the log has it. */
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const asItIs = (text: string): string => text;

/** A value of the log as text; nothing is a dash. */
export const valueText = (value: unknown, moment: (moment: string) => string = asItIs): string => {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'string') return momentPattern.test(value) ? moment(value) : value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return value.join(', ');
  return JSON.stringify(value);
};

const isObject = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reasons = ['why', 'reason', 'note'] as const;

/** What changed, field by field. */
export type ChangedField = { name: string; before: unknown; after: unknown };

/** The parts of a line's detail: why, values before and after where fields changed, and the rest unchanged. */
export const readDetail = (
  detail: Detail,
): { why: string | undefined; changes: ChangedField[]; others: [string, unknown][] } => {
  const { before, after, ...rest } = detail;
  const reason = reasons.find((name) => typeof rest[name] === 'string' && rest[name] !== '');
  const isPair = isObject(before) || isObject(after);
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const names = isPair ? [...new Set([...Object.keys(old), ...Object.keys(now)])] : [];
  const whole = !isPair && (before !== undefined || after !== undefined);
  return {
    why: reason === undefined ? undefined : String(rest[reason]),
    changes: whole
      ? [{ name: '', before, after }]
      : names
          .map((name) => ({ name, before: old[name], after: now[name] }))
          .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
    others: Object.entries(rest).filter(([name]) => name !== reason),
  };
};

/** The texts of times, names of fields, reasons and values; a value without a text is shown as it is. */
type Words = {
  moment?: (moment: string) => string;
  name?: (name: string) => string;
  why?: (code: string) => string;
  value?: (name: string, value: unknown) => string | undefined;
  pair?: (name: string, value: string) => string;
};
const noWord = (): undefined => undefined;
const plainPair = (name: string, value: string): string => `${name}: ${value}`;

/** The detail of a log entry on one line: why, else its values, "amount: 5.00, roles: owner". */
export const detailText = (
  detail: Detail,
  {
    moment = asItIs,
    name: nameOf = asItIs,
    why: whyOf = asItIs,
    value: wordOf = noWord,
    pair = plainPair,
  }: Words = {},
): string => {
  const text = (name: string, value: unknown): string => wordOf(name, value) ?? valueText(value, moment);
  const { why, changes, others } = readDetail(detail);
  const values = [
    ...others.flatMap(([name, value]) => (value === null ? [] : [pair(nameOf(name), text(name, value))])),
    ...changes.map(({ name, before, after }) => {
      const change =
        before === undefined ? text(name, after) : `${text(name, before)} → ${text(name, after)}`;
      return name === '' ? change : pair(nameOf(name), change);
    }),
  ];
  return [...(why === undefined ? [] : [whyOf(why)]), ...values].join(' · ');
};
