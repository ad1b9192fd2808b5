import type { Output } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Clock } from '../../core/clock.ts';
import { isInForce, wordsOf } from '../content/item.ts';
import type { Shelf } from '../content/shelf.ts';

/** The company that runs the site, as the settings have it, read on each use. */
export type Company = { name: string; operator: string | undefined; contact: string | undefined };

/** The page about the company: the operators' text, or the built-in one of play mode. */
export class CompanyPage {
  readonly #shelf: Pick<Shelf, 'of'>;
  readonly #clock: Clock;
  readonly #company: Company;

  constructor(of: { shelf: Pick<Shelf, 'of'>; clock: Clock; company: Company }) {
    this.#shelf = of.shelf;
    this.#clock = of.clock;
    this.#company = of.company;
  }

  /** Its sections, in a reader's language. */
  async read(lan: Lan): Promise<Output<'companyProfile'>> {
    const now = this.#clock.now();
    const own = (await this.#shelf.of('company')).filter((item) => isInForce(item, now));
    const sections = own.map(({ id, texts, fields }) => ({
      id: fields.section ?? id,
      ...wordsOf(texts, lan),
    }));
    return { sections: sections.length > 0 ? sections : builtIn(this.#company, lan) };
  }
}

const builtIn = ({ name, operator, contact }: Company, lan: Lan): Output<'companyProfile'>['sections'] => {
  const translate = serverTranslator(lan);
  return [
    {
      id: 'about',
      title: translate('company.about.title', { site: name }),
      body: translate('company.about.body'),
    },
    {
      id: 'operator',
      title: translate('company.operator.title'),
      body:
        operator === undefined
          ? translate('company.operator.unknown')
          : translate('company.operator.body', { operator }),
    },
    { id: 'licence', title: translate('company.licence.title'), body: translate('company.licence.body') },
    { id: 'results', title: translate('company.results.title'), body: translate('company.results.body') },
    { id: 'money', title: translate('company.money.title'), body: translate('company.money.body') },
    {
      id: 'contact',
      title: translate('company.contact.title'),
      body:
        contact === undefined
          ? translate('company.contact.unknown')
          : translate('company.contact.body', { contact }),
    },
  ];
};
