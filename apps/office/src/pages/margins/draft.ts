import type { CallInput, Output } from '@touchline/contract/routes';

type Sheet = Output<'officeOfferDetail'>;
export type Offered = 'wider' | 'on' | 'off';

/** What is typed: texts, empty where the wider scope counts. */
export type Draft = {
  markets: Readonly<Record<string, { margin: string; offered: Offered }>>;
  home: string;
  away: string;
};

const percent = (bp: number): string => (bp / 100).toFixed(2);

/** The current rule, to be changed. */
export const draftOf = ({ markets, rules, shift }: Sheet): Draft => ({
  markets: Object.fromEntries(
    markets.map(({ market }) => {
      const rule = rules.find((each) => each.market === market);
      const offered = rule?.offered === undefined ? 'wider' : rule.offered ? 'on' : 'off';
      return [market, { margin: rule?.marginBp === undefined ? '' : percent(rule.marginBp), offered }];
    }),
  ),
  home: shift.homeBp === 0 ? '' : percent(shift.homeBp),
  away: shift.awayBp === 0 ? '' : percent(shift.awayBp),
});

/** Hundredths of a percent of a typed percentage; undefined for nothing, NaN for what is none. */
export const basisOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  if (plain === '') return undefined;
  return /^[+-]?\d{1,2}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
};

/** Whether everything typed can be sent. */
export const isReadable = ({ markets, home, away }: Draft): boolean =>
  [home, away, ...Object.values(markets).map(({ margin }) => margin)].every(
    (text) => !Number.isNaN(basisOf(text)),
  ) && Object.values(markets).every(({ margin }) => (basisOf(margin) ?? 0) >= 0);

/** What is typed, as calls take it. */
export const inputOf = (draft: Draft): Pick<CallInput<'officeOfferSave'>, 'markets' | 'shift'> => ({
  markets: Object.entries(draft.markets).flatMap(([market, { margin, offered }]) => {
    const marginBp = basisOf(margin);
    if (marginBp === undefined && offered === 'wider') return [];
    return [
      {
        market,
        marginBp,
        offered: offered !== 'wider' ? offered === 'on' : undefined,
      },
    ];
  }),
  shift: { homeBp: basisOf(draft.home) ?? 0, awayBp: basisOf(draft.away) ?? 0 },
});
