const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** What a line of the log tells beside its action, on one line: "reason: other, amount: 5.00". */
export const detailText = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');
