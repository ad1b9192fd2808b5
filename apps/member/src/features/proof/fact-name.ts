/** Names something in the log: its kind, and what it is about. */
export type FactName = { kind: string; id: string };

/** The name of a fact by its body, as the log knows it; undefined for a kind that belongs to no member. */
export const factOf = (body: Readonly<Record<string, unknown>>): FactName | undefined => {
  // What checks is not loaded to keep a receipt.
  const text = (name: string): string => {
    const value = body[name];
    return typeof value === 'string' ? value : '';
  };
  const kind = text('kind');
  switch (kind) {
    case 'bet':
    case 'limit':
    case 'restriction':
      return { kind, id: text('id') };
    case 'entry':
      return { kind, id: `${text('member')}:${text('version')}` };
    case 'settlement':
      return { kind, id: `${text('bet')}:${Number(body['n'])}` };
    case 'withdrawal':
    case 'payment':
      return { kind, id: `${text(kind)}:${Number(body['n'])}` };
    case 'payout_method':
      return { kind, id: `${text('method')}:${Number(body['n'])}` };
    case 'liabilities':
      return { kind, id: text('snapshot') };
    default:
      return undefined;
  }
};

/** Kinds that the house proves to a member. */
const provenKinds = [
  'bet',
  'entry',
  'settlement',
  'limit',
  'restriction',
  'withdrawal',
  'payout_method',
  'payment',
  'liabilities',
] as const;
export type ProvenKind = (typeof provenKinds)[number];

/** Whether the house proves facts of a kind to a member. */
export const isProven = (kind: string): kind is ProvenKind => provenKinds.some((one) => one === kind);
