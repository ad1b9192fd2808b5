import type { CallInput, Output } from '@touchline/contract/routes';

type Sheet = Output<'officeOfferDetail'>;
export type Offered = 'wider' | 'on' | 'off';

/** What is typed: texts, empty where the wider scope counts. */
export type OfferDraft = {
  markets: Readonly<Record<string, { margin: string; offered: Offered }>>;
  home: string;
  away: string;
};

/** What is typed, and the rule on which it was begun. */
export type BegunOffer = { on: Sheet; draft: OfferDraft };

const percent = (bp: number): string => (bp / 100).toFixed(2);

/** The current rule, to be changed. */
export const draftOf = ({ markets, rules, shift }: Sheet): OfferDraft => ({
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
export const isReadable = ({ markets, home, away }: OfferDraft): boolean =>
  [home, away, ...Object.values(markets).map(({ margin }) => margin)].every(
    (text) => !Number.isNaN(basisOf(text)),
  ) && Object.values(markets).every(({ margin }) => (basisOf(margin) ?? 0) >= 0);

/** What is typed, as calls take it. */
export const inputOf = (draft: OfferDraft): Pick<CallInput<'officeOfferSave'>, 'markets' | 'shift'> => ({
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

/** Whether anything is typed. */
export const isTyped = ({ on, draft }: BegunOffer): boolean =>
  JSON.stringify(draft) !== JSON.stringify(draftOf(on));

/** What is typed, laid over another version of the rule: the rest is as that version has it. */
export const laidOver = ({ on, draft }: BegunOffer, now: Sheet): BegunOffer => {
  const [before, after] = [draftOf(on), draftOf(now)];
  const text = (typed = '', was = '', is = ''): string => (basisOf(typed) === basisOf(was) ? is : typed);
  const market = (name: string, is: OfferDraft['markets'][string]): OfferDraft['markets'][string] => {
    const [typed, was] = [draft.markets[name], before.markets[name]];
    return {
      margin: text(typed?.margin, was?.margin, is.margin),
      offered: typed === undefined || typed.offered === was?.offered ? is.offered : typed.offered,
    };
  };
  return {
    on: now,
    draft: {
      markets: Object.fromEntries(
        Object.entries(after.markets).map(([name, is]) => [name, market(name, is)]),
      ),
      home: text(draft.home, before.home, after.home),
      away: text(draft.away, before.away, after.away),
    },
  };
};
